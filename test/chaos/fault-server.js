/**
 * A pack service with faults: for each request the seed decides what happens to it, for each connection whether it
 * lives at all, and its own weather whether the whole replica is up, draining, full or gone.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { brokenFaults } from './broken-faults.js';
import { Connection, resetSocket } from './connection.js';
import { Exchange } from './exchange.js';
import { goodFaults } from './good-faults.js';
import { randomFor } from './random.js';
import { refusalFaults } from './refusal-faults.js';

const faults = { ...goodFaults, ...refusalFaults, ...brokenFaults };
const weights = Object.fromEntries(Object.entries(faults).map(([name, [weight]]) => [name, weight]));

/** Every fault's name. */
export const faultNames = Object.keys(faults);

/** What may happen to a connection when it is made. */
const greetings = { none: 980, reset: 4, end: 6, 'read late': 10 };
/** What may happen to a request whose head has arrived. */
const headFaults = { none: 1_000, 'RST after the head': 5, 'too large, unread': 5 };
/** A replica's weather, and how long it lasts in milliseconds. */
const weathers = { fair: 80, refusing: 5, resetting: 4, draining: 6, full: 5 };
const fairMs = [50, 400];
const foulMs = [20, 150];

export class FaultServer {
  /** @type {Set<import('node:net').Socket>} */
  sockets = new Set();
  /** How often each fault came. @type {Map<string, number>} */
  counts = new Map();
  #seed;
  #replica;
  #ledger;
  #server;
  #port = 0;
  #accepted = 0;
  #weather = 'fair';
  #stop = new AbortController();
  /** @type {Promise<void> | undefined} */
  #changing;

  /** @param {number} seed @param {number} replica @param {import('./ledger.js').Ledger} ledger */
  constructor(seed, replica, ledger) {
    this.#seed = seed;
    this.#replica = replica;
    this.#ledger = ledger;
    this.#server = createServer({ allowHalfOpen: true }, (socket) => this.#accept(socket));
  }

  get url() {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start() {
    await this.#listen();
    this.#changing = this.#changeWeather();
  }

  /** Ends the weather and takes no new connection; those that are open stay until their clients end them. */
  async stop() {
    this.#stop.abort();
    await this.#changing;
    if (this.#server.listening) this.#server.close();
  }

  async #listen() {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (typeof address === 'object' && address !== null) this.#port = address.port;
  }

  async #changeWeather() {
    const random = randomFor(this.#seed, 'weather', this.#replica);
    const { signal } = this.#stop;
    while (!signal.aborted) {
      this.#weather = random.pick(weathers);
      const [least = 0, most = 0] = this.#weather === 'fair' ? fairMs : foulMs;
      if (this.#weather !== 'fair') this.#count(`weather: ${this.#weather}`);
      if (this.#weather === 'refusing') await this.#goDown(random);
      await sleep(random.whole(least, most), undefined, { signal }).catch(() => {});
      // Another socket may hold the number for a moment, as the near end of some connection.
      while (!this.#server.listening && !signal.aborted) {
        await this.#listen().catch(() => sleep(5));
      }
    }
  }

  /** @param {import('./random.js').Random} random */
  async #goDown(random) {
    this.#server.close();
    const improperly = random.chance(0.5);
    for (const socket of this.sockets) improperly ? resetSocket(socket) : socket.destroy();
    await once(this.#server, 'close');
  }

  /** @param {import('node:net').Socket} socket */
  #accept(socket) {
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    this.#accepted += 1;
    const random = randomFor(this.#seed, 'connection', this.#replica, this.#accepted);
    const connection = new Connection(socket, this.#replica, {
      onHead: (...head) => this.#onHead(...head),
      onRequest: (...request) => this.#onRequest(...request),
    });
    const greeting = this.#weather === 'resetting' ? 'reset' : random.pick(greetings);
    if (greeting !== 'none') this.#count(`connection: ${greeting}`);
    if (greeting === 'reset') connection.reset();
    if (greeting === 'end') connection.end();
    if (greeting === 'read late') connection.pause(random.whole(5, 50));
  }

  /** @type {ConstructorParameters<typeof Connection>[2]['onHead']} */
  #onHead(connection, { headers }, raced) {
    const key = headers.get('kindgi-request-id') ?? '';
    const nth = this.#ledger.saw(key, {
      timeoutMs: Number(headers.get('kindgi-timeout-ms')),
      replica: this.#replica,
      raced,
    });
    if (raced) {
      // Its caller has taken the unasked answer for its own, and would take this one for the next call's.
      this.#count('unasked answer that crossed a request');
      connection.reset();
      return false;
    }
    const fault = randomFor(this.#seed, 'head', key, nth).pick(headFaults);
    if (fault === 'none') return true;
    this.#count(fault);
    if (fault === 'RST after the head') connection.reset();
    else {
      connection.write('HTTP/1.1 413 Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
      connection.end();
    }
    return false;
  }

  /** @type {ConstructorParameters<typeof Connection>[2]['onRequest']} */
  #onRequest(connection, { headers, body }) {
    const key = headers.get('kindgi-request-id') ?? '';
    const message = JSON.parse(body.toString());
    const kind = message.kind === 'invoke' ? 'tool' : 'check';
    const inner = kind === 'tool' ? message.input?.key : message.trace?.key;
    const nth = this.#ledger.received(key, inner);
    const random = randomFor(this.#seed, 'fault', key, nth);
    const exchange = new Exchange({ key, nth, kind }, random, { connection, ledger: this.#ledger });
    const name = this.#weatherFault(random) ?? random.pick(weights);
    this.#count(name);
    faults[name]?.[1](exchange);
  }

  /** @param {import('./random.js').Random} random */
  #weatherFault(random) {
    if (this.#weather === 'draining') return random.chance(0.7) ? 'draining' : 'draining, open';
    if (this.#weather === 'full' && random.chance(0.2)) return 'overloaded';
    return undefined;
  }

  /** @param {string} name */
  #count(name) {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }
}
