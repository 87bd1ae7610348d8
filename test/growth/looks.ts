/**
 * Counts how often replicas are looked at while calls wait for them: whoever goes through a line to find the next in it
 * looks at them for each that stands there.
 */
import { vi } from 'vitest';
import { OpenCalls } from '../../src/call/lifetime/open-calls.js';
import { Limiter, type SlotWish } from '../../src/call/slots/limiter.js';
import { makeReplicas } from '../call/policy-fixture.js';
import { ManualEnvironment, settled } from '../manual-environment.js';

/** Looks for one call each. */
export interface LookedAt {
  /** A call joins the line. */
  readonly joined: number;
  /** A slot comes free, and one in line gets it. */
  readonly served: number;
  /** One from the middle of the line gives up. */
  readonly gaveUp: number;
}

/** With so many in line for three replicas whose slots are all taken. */
export async function lookedAtBy(waiting: number, wish: SlotWish): Promise<LookedAt> {
  const environment = new ManualEnvironment();
  const replicas = makeReplicas(3, 1);
  const limiter = new Limiter(replicas, waiting + 1, environment);
  const open = new OpenCalls(environment);
  for (const replica of replicas) replica.inFlight = 1;
  const join = () => {
    const lifeline = open.begin({ timeoutMs: 1e9, answerGraceMs: 0, signal: undefined });
    void limiter.acquire(lifeline, wish);
    return lifeline;
  };
  const line = Array.from({ length: waiting }, join);
  const looks = replicas.map((replica) => vi.spyOn(replica, 'trust'));
  const looksOf = (step: () => unknown) => {
    for (const look of looks) look.mockClear();
    step();
    return looks.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  };
  const joined = looksOf(join);
  const served = looksOf(() => replicas[0] !== undefined && limiter.release(replicas[0]));
  const gaveUp = looksOf(() => line[waiting / 2]?.cut());
  await settled();
  return { joined, served, gaveUp };
}
