/**
 * One replica of a pack service in virtual time, behind the same seam as the real connections: it takes `cap`
 * calls at a time, refuses more as overloaded, and can go away and come back. A handler takes as long as it is
 * told; a caller that gives up frees its place. It reads no message.
 */
import type { Environment } from '../../src/call/environment.js';
import type { Headers, Interrupt, Transport, WireEnd } from '../../src/transport/wire.js';

export interface SimServiceOptions {
  readonly environment: Environment;
  readonly cap: number;
  /** Milliseconds of work, asked per call. */
  handlerMs(): number;
}

/** How it meets calls: `refused` is a closed port, `silent` one that nothing answers, `not-ready` a 503. */
export type SimState = 'up' | 'refused' | 'silent' | 'not-ready';

/** Milliseconds from one side to the other. */
export const latencyMs = 0.25;

/** How long a connection attempt at a silent service lasts: a client's default. */
const connectTimeoutMs = 5_000;

export class SimService implements Transport {
  readonly generation = 0;
  cap: number;
  /** Requests and connection attempts that reached it, and those it turned away as overloaded. */
  requests = 0;
  overloads = 0;
  results = 0;
  readonly #options: SimServiceOptions;
  #state: SimState = 'up';
  #active = 0;
  #life = 0;

  constructor(options: SimServiceOptions) {
    this.#options = options;
    this.cap = options.cap;
  }

  /** Calls under way are lost when it goes away. */
  become(state: SimState): void {
    if (this.#state === 'up' && state !== 'up') {
      this.#life += 1;
      this.#active = 0;
    }
    this.#state = state;
  }

  exchange(_request: unknown, interrupt: Interrupt): Promise<WireEnd> {
    return new Promise((resolve) => this.#serve(interrupt, resolve));
  }

  probe(): Promise<WireEnd> {
    throw new Error('nobody probes a simulated service');
  }

  renew(): void {}

  async destroy(): Promise<void> {}

  #serve(interrupt: Interrupt, resolve: (end: WireEnd) => void): void {
    const { environment, handlerMs } = this.#options;
    let stop = () => {};
    let working = false;
    const life = this.#life;
    const leave = () => {
      stop();
      if (working && life === this.#life) this.#active -= 1;
    };
    const settle = (end: WireEnd) => {
      interrupt.onEnd = undefined;
      resolve(end);
    };
    const later = (action: () => void, delayMs: number) => {
      stop = environment.startTimer(action, delayMs);
    };
    const answer = (end: WireEnd) => later(() => settle(end), latencyMs);

    this.requests += 1;
    interrupt.onEnd = () => {
      leave();
      resolve({ kind: 'interrupted', stage: 'sent' });
    };
    later(() => {
      if (this.#state === 'refused') return answer(refused);
      if (this.#state === 'silent') return later(() => settle(refused), connectTimeoutMs);
      if (this.#state === 'not-ready') return answer(notReady);
      if (this.#active >= this.cap) {
        this.overloads += 1;
        return answer(overloaded);
      }
      this.#active += 1;
      working = true;
      later(() => {
        leave();
        working = false;
        if (life !== this.#life) return answer(lost);
        this.results += 1;
        answer(result);
      }, handlerMs());
    }, latencyMs);
  }
}

const refused: WireEnd = fault('connecting', 'ECONNREFUSED');
const lost: WireEnd = fault('sent', 'ECONNRESET');
const overloaded = reply(503, { 'retry-after': '1' }, { error: 'overloaded' });
const notReady = reply(503, { 'retry-after': '1' }, { error: 'not ready' });
const result = reply(200, { 'content-type': 'application/json' }, { v: 2, kind: 'result', output: null });

function fault(stage: 'connecting' | 'sent', code: string): WireEnd {
  return { kind: 'fault', stage, error: { name: 'Error', code, message: code } };
}

function reply(status: number, headers: Headers, body: unknown): WireEnd {
  return {
    kind: 'reply',
    status,
    headers,
    body: Buffer.from(JSON.stringify(body)),
    whole: true,
    tooLarge: false,
  };
}
