/** Those in line who want different replicas: none of them may keep, or be kept from, what others can use. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { SlotWish } from '../../src/call/slots/limiter.js';
import type { Replica } from '../../src/call/slots/replica.js';
import { ManualEnvironment, settled } from '../manual-environment.js';
import { setUpLimiter, statesOf } from './policy-fixture.js';

let environment: ManualEnvironment;
beforeEach(() => {
  environment = new ManualEnvironment();
});

const setUp = (count: number, limit: number, maxQueue?: number) =>
  setUpLimiter(environment, { count, limit, maxQueue });

const only = (replica: Replica): SlotWish => ({ isRetry: true, allows: (other) => other === replica });

describe('a call that waits for any replica', () => {
  it('gets one that another in line had no use for earlier', async () => {
    const { limiter, a, b, ask } = setUp(2, 1);
    for (const replica of [a, b]) replica.inFlight = 1;
    const choosy = ask(only(b));
    limiter.release(a);
    const newcomer = ask();
    const next = ask();
    expect(statesOf([choosy, newcomer, next])).toEqual(['waiting', a, 'waiting']);
    limiter.release(a);
    await settled();
    expect(statesOf([choosy, next])).toEqual(['waiting', a]);
  });
});

describe('a retry whose own delay is over', () => {
  it('keeps its place: it goes before those who came later, at the old replica and at the new one', async () => {
    const { limiter, a, b, ask } = setUp(2, 1);
    for (const replica of [a, b]) replica.inFlight = 1;
    const opensMs = 500;
    const early = ask({
      isRetry: true,
      allows: (replica) => replica === b || environment.nowMs() >= opensMs,
      opensInMs: () => Math.max(0, opensMs - environment.nowMs()),
    });
    const later = [ask({ isRetry: true, allows: () => true }), ask({ isRetry: true, allows: () => true })];
    await environment.advance(opensMs);
    expect(statesOf([early, ...later])).toEqual(['waiting', 'waiting', 'waiting']);
    limiter.release(a);
    limiter.release(b);
    await settled();
    expect(statesOf([early, ...later])).toEqual([a, b, 'waiting']);
  });

  it('leaves the line for good when its call ends before that', async () => {
    const { limiter, b, ask } = setUp(2, 1);
    b.inFlight = 1;
    const place = ask({ isRetry: true, allows: (replica) => replica === b, opensInMs: () => 500 });
    place.end();
    await environment.advance(1_000);
    expect([place.state, limiter.waiting, environment.timers]).toEqual(['ended', 0, 0]);
    limiter.release(b);
    expect(b.inFlight).toBe(0);
  });
});

describe('a line that waits', () => {
  it('is woken by the end of a rest, though the replica cools down for longer', async () => {
    const { a, ask } = setUp(1, 1);
    a.inFlight = 1;
    a.overloaded(0);
    a.refused(4_000, 0);
    a.inFlight = 0;
    // Alone it is used in spite of its cooling, but not before its rest is over.
    const place = ask();
    await environment.advance(19);
    expect(place.state).toBe('waiting');
    await environment.advance(1);
    expect(place.state).toBe(a);
    expect(environment.timers).toBe(0);
  });

  it('is woken by the end of a cooling, though the rest ended before it', async () => {
    const { a, b, ask } = setUp(2, 1);
    a.inFlight = 1;
    a.overloaded(0);
    a.unreachable(0);
    a.inFlight = 0;
    b.inFlight = 1;
    const place = ask();
    await environment.advance(499);
    expect(place.state).toBe('waiting');
    await environment.advance(1);
    expect(place.state).toBe(a);
    expect(environment.timers).toBe(0);
  });

  it('is woken by the end of a rest that outlasts the cooling', async () => {
    const { a, ask } = setUp(1, 1);
    a.inFlight = 1;
    for (let refusal = 0; refusal < 8; refusal += 1) a.overloaded(0);
    a.unreachable(0);
    a.inFlight = 0;
    const place = ask();
    await environment.advance(999);
    expect(place.state).toBe('waiting');
    await environment.advance(1);
    expect(place.state).toBe(a);
    expect(environment.timers).toBe(0);
  });

  it('lets one more retry find out with each half second that the first takes', async () => {
    const { a, b, ask } = setUp(2, 8);
    for (const replica of [a, b]) replica.unreachable(0);
    const retries = Array.from({ length: 6 }, () => ask({ isRetry: true, allows: () => true }));
    const finding = () => retries.filter(({ state }) => state !== 'waiting').length;
    const found: number[] = [];
    for (let halfSecond = 0; halfSecond < 4; halfSecond += 1) {
      await environment.advance(halfSecond === 0 ? 499 : 500);
      found.push(finding());
    }
    // Both replicas are back from their cooling at the same moment: one call each, and one more each time.
    expect(found).toEqual([0, 2, 4, 6]);
    expect(environment.timers).toBe(0);
  });
});

it('thousands of retries that wait for one replica cost calls that take the other nothing', async () => {
  const looksPerCall = async (retries: number) => {
    const { limiter, a, b, ask } = setUp(2, 1, 10_000);
    for (const replica of [a, b]) replica.inFlight = 1;
    let looks = 0;
    const allows = (replica: Replica) => {
      looks += 1;
      return replica === b;
    };
    const choosy = Array.from({ length: retries }, () => ask({ isRetry: true, allows }));
    looks = 0;
    const calls = Array.from({ length: 50 }, () => {
      const place = ask();
      limiter.release(a);
      return place;
    });
    await settled();
    expect(new Set(statesOf(calls))).toEqual(new Set([a]));
    expect(new Set(statesOf(choosy))).toEqual(new Set(['waiting']));
    return looks / calls.length;
  };
  expect(await looksPerCall(5_000)).toBe(await looksPerCall(50));
});
