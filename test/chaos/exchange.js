/**
 * One request at the fault server, and what a fault may do with it: run the handler, write bytes, break the
 * connection. Everything that a fault starts ends with the connection or with the server.
 */

/**
 * @typedef {object} Seen
 * @property {string} key
 * @property {number} nth which request of its call this is, from 1
 * @property {'tool' | 'check'} kind
 */

export class Exchange {
  /** @type {Seen} */
  seen;
  /** @type {import('./random.js').Random} */
  random;
  #connection;
  #ledger;
  #bytes = 0;

  /**
   * @param {Seen} seen
   * @param {import('./random.js').Random} random
   * @param {{ connection: import('./connection.js').Connection, ledger: import('./ledger.js').Ledger }} parts
   */
  constructor(seen, random, { connection, ledger }) {
    this.seen = seen;
    this.random = random;
    this.#connection = connection;
    this.#ledger = ledger;
  }

  /** The handler runs now. */
  run() {
    this.#ledger.ran(this.seen.key);
  }

  /** It runs or not: nobody at the other end can know. */
  maybeRun() {
    if (this.random.chance(0.5)) this.run();
  }

  /** A good message for this call. */
  message() {
    const { key, kind } = this.seen;
    return kind === 'tool'
      ? { v: 2, kind: 'result', output: { key } }
      : { v: 2, kind: 'check-result', result: { passed: true, attributes: { key } } };
  }

  /** @param {string} code */
  error(code) {
    return { v: 2, kind: 'error', code, message: `${code} by chance` };
  }

  /**
   * A whole answer as bytes.
   * @param {number} status
   * @param {readonly string[]} headers header lines
   * @param {string | Buffer | object} body
   */
  bytes(status, headers, body) {
    const content = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    return Buffer.concat([
      this.head(status, [...headers, `content-length: ${Buffer.byteLength(content)}`]),
      Buffer.from(content),
    ]);
  }

  /** @param {number} status @param {readonly string[]} headers */
  head(status, headers) {
    const lines = [`HTTP/1.1 ${status} Chance`, 'content-type: application/json', ...headers];
    return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
  }

  /** @param {Buffer | string} bytes */
  write(bytes) {
    this.#bytes += Buffer.byteLength(bytes);
    this.#ledger.sent(this.seen.key, this.#bytes);
    this.#connection.write(bytes);
  }

  /** The answer is written; the connection is free for the next request. @param {Buffer | string} bytes */
  answer(bytes) {
    this.write(bytes);
    this.#connection.free();
  }

  /** @param {number} status @param {readonly string[]} headers @param {string | object} body */
  reply(status, headers, body) {
    this.answer(this.bytes(status, headers, body));
  }

  /**
   * 503 that says when to come back.
   * @param {string} retryAfter
   * @param {number} retryAfterMs what it means
   */
  refusal(retryAfter, retryAfterMs) {
    this.#ledger.refused(this.seen.key, this.#connection.replica, retryAfterMs);
    return `retry-after: ${retryAfter}`;
  }

  /** Pieces one after the other, with a pause before each. @param {readonly (Buffer | string)[]} pieces @param {() => void} then */
  writeSlowly(pieces, then) {
    const [first, ...rest] = pieces;
    if (first === undefined) {
      then();
      return;
    }
    this.later(this.random.whole(0, 4), () => {
      this.write(first);
      this.writeSlowly(rest, then);
    });
  }

  /** The head that was written says that the answer is longer than any client here reads. */
  tooLong() {
    this.#ledger.answeredTooLong(this.seen.key);
  }

  /** Unless the connection has ended by then. @param {number} delayMs @param {() => void} action */
  later(delayMs, action) {
    this.#connection.later(delayMs, action);
  }

  /** Ends the connection properly (FIN). */
  end() {
    this.#connection.end();
  }

  /** Ends the connection improperly (RST). */
  reset() {
    this.#connection.reset();
  }

  /** An answer that nobody asked for, on a connection that looks idle. @param {Buffer} bytes */
  push(bytes) {
    if (this.#connection.push(bytes)) {
      this.#ledger.pushedBehind(this.seen.key, this.#connection.replica);
    }
  }
}
