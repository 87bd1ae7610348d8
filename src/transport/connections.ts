/**
 * The connections of one replica, as many as exchanges may be under way. The one that was used last is used next, so
 * that those which are not needed any more fall idle and close. An exchange that finds all of them busy waits; calls
 * never do, because each has a slot.
 *
 * A connection is used again at once. Before undici writes to one that was idle it lets the event loop go round once:
 * words that nobody asked for, and that have arrived by then, end the connection, and are not taken for the answer to
 * the next request. Those that arrive later are; nothing in HTTP/1.1 tells them apart.
 */
import { Connection, type ConnectionOptions, type Keeper } from './connection.js';
import type { Connector } from './connector.js';
import { Exchange } from './exchange.js';
import type { Interrupt, WireEnd, WireRequest } from './wire.js';

interface Waiting {
  readonly request: WireRequest;
  readonly exchange: Exchange;
}

export class Connections implements Keeper {
  readonly #options: ConnectionOptions;
  readonly #maxConnections: number;
  readonly #all = new Set<Connection>();
  /** Of those that are not retired. */
  #count = 0;
  #idle: Connection[] = [];
  #waiting: Waiting[] = [];
  #destroyed = false;

  constructor(origin: string, connector: Connector, maxConnections: number) {
    this.#options = { origin, connector, keeper: this };
    this.#maxConnections = maxConnections;
  }

  /** Sends one request and settles when its end is known. Never rejects. */
  send(request: WireRequest, interrupt: Interrupt): Promise<WireEnd> {
    return new Promise((settle) => {
      const exchange = new Exchange(interrupt, request.maxResponseBytes, settle);
      if (exchange.isOver) return;
      if (this.#destroyed) {
        exchange.fail(new Error('the connections are closed'));
        return;
      }
      const connection = this.#next();
      if (connection === undefined) this.#waiting.push({ request, exchange });
      else connection.send(request, exchange);
    });
  }

  onFree(connection: Connection): void {
    this.#idle.push(connection);
    this.#serveSoon();
  }

  onDropped(connection: Connection): void {
    if (!connection.isRetired) this.#count -= 1;
    this.#serveSoon();
  }

  onGone(connection: Connection): void {
    this.#all.delete(connection);
  }

  /** No later exchange uses the connections there are; those under way on them end by themselves. */
  retire(): void {
    const idle = this.#idle;
    for (const connection of this.#all) connection.isRetired = true;
    this.#count = 0;
    this.#idle = [];
    for (const connection of idle) connection.drop();
    this.#serveSoon();
  }

  async destroy(): Promise<void> {
    this.#destroyed = true;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { exchange } of waiting) exchange.fail(new Error('the connections are closed'));
    await Promise.all([...this.#all].map((connection) => connection.destroy()));
  }

  /** Whoever set a connection free may have been called by undici, which takes no request before it returns. */
  #serveSoon(): void {
    if (this.#waiting.length > 0) setImmediate(() => this.#serve());
  }

  #serve(): void {
    while (this.#waiting.length > 0) {
      const connection = this.#next();
      if (connection === undefined) return;
      const next = this.#waiting.shift();
      if (next === undefined || next.exchange.isOver) this.#idle.push(connection);
      else connection.send(next.request, next.exchange);
    }
  }

  #next(): Connection | undefined {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    if (this.#count >= this.#maxConnections) return undefined;
    const connection = new Connection(this.#options);
    this.#all.add(connection);
    this.#count += 1;
    return connection;
  }
}
