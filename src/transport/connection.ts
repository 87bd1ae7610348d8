/**
 * One undici client, which has one connection at most, for one exchange at a time. It opens its connection when the
 * first exchange needs it, and again when the service has closed it.
 *
 * It is used again only after a whole answer to a request that was there whole. After all else it is dropped: a
 * connection that is still being opened would make a later call wait for somebody else's stalled one, and a client
 * that has met a failure or an abort opens connections for nobody, or none any more.
 */
import type { Socket } from 'node:net';
import { Client } from 'undici';
import { ownFields } from '../own-fields.js';
import type { Connector, Opener } from './connector.js';
import type { Carrier, Exchange } from './exchange.js';
import type { WireRequest } from './wire.js';

/** Who keeps connections. */
export interface Keeper {
  /** An exchange is over, and its connection free for the next. */
  onFree(connection: Connection): void;
  /** No exchange is to use this one any more. */
  onDropped(connection: Connection): void;
  /** Nothing of it is left. */
  onGone(connection: Connection): void;
}

export interface ConnectionOptions {
  readonly origin: string;
  readonly connector: Connector;
  readonly keeper: Keeper;
}

/** Services drop an idle connection after 5 s; a hint of theirs is honoured with a second to spare. */
const keepAlive = { keepAliveTimeout: 4_000, keepAliveTimeoutThreshold: 1_000 } as const;

/**
 * What undici is handed: it inherits nothing, so that no field of a spoiled `Object.prototype` is taken for an option.
 */
class Dispatched {
  readonly method: 'POST' | 'GET';
  readonly path: string;
  readonly headers: string[];
  readonly body: Buffer | null;

  constructor({ method, path, headers, body }: WireRequest) {
    this.method = method;
    this.path = path;
    this.headers = headers;
    this.body = body;
  }
}
Object.setPrototypeOf(Dispatched.prototype, null);

export class Connection implements Opener, Carrier {
  /** Dropped as soon as its exchange is over. */
  isRetired = false;
  isWanted = true;
  readonly #client: Client;
  readonly #keeper: Keeper;
  /** The latest. */
  #socket: Socket | undefined;

  constructor({ origin, connector, keeper }: ConnectionOptions) {
    this.#keeper = keeper;
    this.#client = new Client(
      origin,
      ownFields({
        connect: connector.connectFor(this),
        pipelining: 1,
        // Said to undici 8 too, which would otherwise ask for HTTP/2.
        allowH2: false,
        // The call's one deadline covers every stage.
        headersTimeout: 0,
        bodyTimeout: 0,
        ...keepAlive,
      }),
    );
  }

  send(request: WireRequest, exchange: Exchange): void {
    exchange.connection = this;
    this.#client.dispatch(new Dispatched(request), exchange);
  }

  free(answered: boolean): void {
    // Answered before the request was there whole: the rest of it is still on its way, to nobody.
    const isFull = this.#socket !== undefined && this.#socket.writableLength > 0;
    if (answered && !isFull && !this.isRetired) this.#keeper.onFree(this);
    else this.drop();
  }

  onSocket(socket: Socket): void {
    this.#socket = socket;
  }

  /** Ends soon: whoever drops it may have been called by undici, which must not be changed under its feet. */
  drop(): void {
    this.isWanted = false;
    this.#keeper.onDropped(this);
    if (this.#socket?.connecting === true) this.#endSocket();
    setImmediate(() => void this.destroy());
  }

  async destroy(): Promise<void> {
    this.isWanted = false;
    this.#endSocket();
    await this.#client.destroy();
    this.#keeper.onGone(this);
  }

  #endSocket(): void {
    this.#socket?.destroy(new Error('nobody waits for this connection'));
  }
}
