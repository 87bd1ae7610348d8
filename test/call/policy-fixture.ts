/** Replicas, lifelines and slots for tests of the policy: no sockets, and time that a test moves by hand. */

import { OpenCalls } from '../../src/call/lifetime/open-calls.js';
import { Limiter, type SlotWish } from '../../src/call/slots/limiter.js';
import { Replica } from '../../src/call/slots/replica.js';
import type { Transport } from '../../src/transport/wire.js';
import type { ManualEnvironment } from '../manual-environment.js';

/** Connections that no test of the policy uses. */
const noTransport: Transport = {
  exchange: () => Promise.reject(new Error('nothing is sent here')),
  probe: () => Promise.reject(new Error('nothing is sent here')),
  generation: 0,
  renew() {},
  destroy: () => Promise.resolve(),
};

/** `a`, `b`, `c`, … with the same limit each. */
export function makeReplicas(count: number, limit: number): readonly Replica[] {
  return Array.from({ length: count }, (_, at) => {
    const origin = `http://${String.fromCharCode(97 + at)}.invalid`;
    return new Replica({ url: origin, origin, pathPrefix: '', invokePath: '/v1/invoke' }, noTransport, limit);
  });
}

export const newCall: SlotWish = { isRetry: false, allows: undefined };
export const retry: SlotWish = { isRetry: true, allows: () => true };

/** A call that waits for a slot, or has one. */
export interface Place {
  /** The replica once it has a slot there; `ended`, `queue-full`, or `waiting`. */
  state: Replica | 'waiting' | 'ended' | 'queue-full';
  /** Ends the call, as a cancelled one ends. */
  end(): void;
}

/** Asks for a slot. A call that gets one at once is not `waiting` even for a moment. */
export function ask(limiter: Limiter, environment: ManualEnvironment, wish = newCall): Place {
  const abort = new AbortController();
  const { signal } = abort;
  const open = new OpenCalls(environment);
  const lifeline = open.begin({ timeoutMs: 1e9, answerGraceMs: 0, signal });
  const place: Place = {
    state: 'waiting',
    end: () => abort.abort(),
  };
  const slot = limiter.acquire(lifeline, wish);
  if (slot instanceof Promise) {
    void slot.then((replica) => {
      place.state = replica ?? 'ended';
      open.end(lifeline);
    });
  } else {
    place.state = slot;
    open.end(lifeline);
  }
  return place;
}

/** Replicas behind a limiter, and how to ask it for slots. */
export function setUpLimiter(
  environment: ManualEnvironment,
  { count, limit, maxQueue = 100 }: { count: number; limit: number; maxQueue?: number | undefined },
) {
  const replicas = makeReplicas(count, limit);
  const limiter = new Limiter(replicas, maxQueue, environment);
  const [a, b = a] = replicas;
  if (a === undefined || b === undefined) throw new Error('no replica was made');
  return { replicas, limiter, a, b, ask: (wish?: SlotWish) => ask(limiter, environment, wish) };
}

export const statesOf = (places: readonly Place[]) => places.map(({ state }) => state);
