/**
 * One connection of the fault server, over bare sockets for full control: reads requests one at a time, keeps its
 * timers, and knows which request came while an unasked answer was on its way.
 */

/**
 * @typedef {object} Request
 * @property {string} path
 * @property {ReadonlyMap<string, string>} headers
 * @property {Buffer} body
 */

const headEnd = Buffer.from('\r\n\r\n');

export class Connection {
  /** @type {number} */
  replica;
  #socket;
  #handlers;
  /** @type {Buffer[]} */
  #chunks = [];
  /** @type {{ path: string, headers: ReadonlyMap<string, string>, length: number } | undefined} */
  #head;
  #busy = false;
  #paused = false;
  #pushing = false;
  /** @type {Set<NodeJS.Timeout>} */
  #timers = new Set();

  /**
   * @param {import('node:net').Socket} socket
   * @param {number} replica
   * @param {{ onHead(connection: Connection, head: Omit<Request, 'body'>, raced: boolean): boolean,
   *           onRequest(connection: Connection, request: Request): void }} handlers `onHead` false: not read on
   */
  constructor(socket, replica, handlers) {
    this.#socket = socket;
    this.replica = replica;
    this.#handlers = handlers;
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      this.#chunks.push(chunk);
      this.#read();
    });
    socket.on('end', () => socket.end());
    socket.once('close', () => {
      for (const timer of this.#timers) clearTimeout(timer);
      this.#timers.clear();
    });
  }

  /** Nothing is read for a while. @param {number} forMs */
  pause(forMs) {
    this.#paused = true;
    this.later(forMs, () => {
      this.#paused = false;
      this.#read();
    });
  }

  /** Ready for the next request. */
  free() {
    this.#busy = false;
    this.#read();
  }

  /** @param {Buffer | string} bytes */
  write(bytes) {
    if (this.#socket.writable) this.#socket.write(bytes);
  }

  end() {
    if (this.#socket.writable) this.#socket.end();
  }

  reset() {
    resetSocket(this.#socket);
  }

  /** @param {number} delayMs @param {() => void} action */
  later(delayMs, action) {
    if (this.#socket.destroyed) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      action();
    }, delayMs);
    this.#timers.add(timer);
  }

  /**
   * Writes an answer that nobody asked for, if no request is here. One that is already on its way is answered by
   * it, which no client can notice: that is a request that arrives within this turn of the event loop. A later
   * one was written by a client that had every chance to see that the connection is not idle.
   * @param {Buffer} bytes
   * @returns {boolean} whether it was written
   */
  push(bytes) {
    if (this.#busy || this.#chunks.length > 0 || this.#head !== undefined || !this.#socket.writable)
      return false;
    this.write(bytes);
    this.#pushing = true;
    setImmediate(() => {
      this.#pushing = false;
    });
    return true;
  }

  #read() {
    if (this.#busy || this.#paused || this.#socket.destroyed) return;
    if (this.#head === undefined) {
      const bytes = this.#take();
      const end = bytes.indexOf(headEnd);
      if (end === -1) {
        this.#keep(bytes);
        return;
      }
      this.#keep(bytes.subarray(end + headEnd.length));
      this.#head = parseHead(bytes.subarray(0, end).toString('latin1'));
      if (!this.#handlers.onHead(this, this.#head, this.#pushing)) {
        this.#busy = true;
        return;
      }
    }
    const { path, headers, length } = this.#head;
    const bytes = this.#take();
    if (bytes.length < length) {
      this.#keep(bytes);
      return;
    }
    this.#keep(bytes.subarray(length));
    this.#head = undefined;
    this.#busy = true;
    this.#handlers.onRequest(this, { path, headers, body: bytes.subarray(0, length) });
  }

  #take() {
    const [first, ...rest] = this.#chunks;
    this.#chunks = [];
    if (first === undefined) return Buffer.alloc(0);
    return rest.length === 0 ? first : Buffer.concat([first, ...rest]);
  }

  /** @param {Buffer} bytes */
  #keep(bytes) {
    if (bytes.length > 0) this.#chunks.unshift(bytes);
  }
}

/**
 * Ends a socket with RST. One that is already saying goodbye cannot be reset: Node would keep its handle for ever.
 * @param {import('node:net').Socket} socket
 */
export function resetSocket(socket) {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}

/** @param {string} text */
function parseHead(text) {
  const [line = '', ...fields] = text.split('\r\n');
  const headers = new Map(
    fields.map((field) => {
      const colon = field.indexOf(':');
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
    }),
  );
  return { path: line.split(' ')[1] ?? '', headers, length: Number(headers.get('content-length') ?? 0) };
}
