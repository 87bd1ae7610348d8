/**
 * One undici client, which has one connection at most, for one exchange at a time. It opens its connection when the
 * first exchange needs it, and again when the service has closed it.
 *
 * A connection whose exchange leaves while it is being opened goes with it: kept, it would make a later call wait
 * for somebody else's stalled connection. Only a look-up of the host's address is left to end, because it cannot be
 * taken back, and ending it early would only start another one.
 */
import type { Socket } from 'node:net';
import { Client } from 'undici';
import { ownFields } from '../own-fields.js';
import type { Connector, Opener } from './connector.js';
import type { Carrier, Exchange } from './exchange.js';
import type { WireRequest } from './wire.js';

/** Who keeps connections. */
export interface Keeper {
  /** An exchange is over, and its connection free. */
  onFree(connection: Connection): void;
  /** Nobody wants this one any more; it has ended. */
  onDropped(connection: Connection): void;
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
  /** No further exchange is to use it. */
  isRetired = false;
  readonly #client: Client;
  readonly #keeper: Keeper;
  #isBusy = false;
  /** The latest. */
  #socket: Socket | undefined;
  #isOpening = false;
  #isFound = false;

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
    this.#isBusy = true;
    exchange.connection = this;
    this.#client.dispatch(new Dispatched(request), exchange);
  }

  free(unsent: boolean): void {
    this.#isBusy = false;
    const isStalled = this.#isOpening && this.#isFound;
    // Answered before the request was there whole: the rest of it is still on its way, to nobody.
    const isFull = !unsent && this.#socket !== undefined && this.#socket.writableLength > 0;
    if (isStalled || isFull) this.#drop();
    else this.#keeper.onFree(this);
  }

  get isWanted(): boolean {
    return this.#isBusy;
  }

  onOpening(socket: Socket, isFound: boolean): void {
    this.#socket = socket;
    this.#isOpening = true;
    this.#isFound = isFound;
  }

  onFound(): void {
    this.#isFound = true;
    if (!this.#isBusy) this.#drop();
  }

  onOpened(): void {
    this.#isOpening = false;
  }

  /** Resolves when what is under way on it has ended. */
  close(): Promise<void> {
    return this.#client.close();
  }

  destroy(): Promise<void> {
    if (this.#isOpening) this.#socket?.destroy(new Error('nobody waits for this connection'));
    return this.#client.destroy();
  }

  #drop(): void {
    void this.destroy();
    this.#keeper.onDropped(this);
  }
}
