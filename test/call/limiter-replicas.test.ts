import { beforeEach, describe, expect, it } from 'vitest';
import { Limiter } from '../../src/call/slots/limiter.js';
import { Replica } from '../../src/call/slots/replica.js';
import { ManualEnvironment, settled } from '../manual-environment.js';
import { ask, makeReplicas, newCall, retry, setUpLimiter, statesOf } from './policy-fixture.js';

let environment: ManualEnvironment;
beforeEach(() => {
  environment = new ManualEnvironment();
});

const setUp = (count: number, limit: number, maxQueue?: number) =>
  setUpLimiter(environment, { count, limit, maxQueue });

describe('among several replicas', () => {
  it('takes the one with the fewest calls', () => {
    const { replicas, ask } = setUp(3, 8);
    for (const [at, calls] of [3, 1, 2].entries()) {
      const replica = replicas[at];
      if (replica !== undefined) replica.inFlight = calls;
    }
    for (let call = 0; call < 6; call += 1) ask();
    expect(replicas.map(({ inFlight }) => inFlight)).toEqual([4, 4, 4]);
  });

  it('takes them in turn when they have equally few', () => {
    const { replicas, limiter, ask } = setUp(3, 8);
    const given = Array.from({ length: 9 }, () => {
      const { state } = ask();
      if (state instanceof Replica) limiter.release(state);
      return state;
    });
    for (const replica of replicas) expect(given.filter((each) => each === replica)).toHaveLength(3);
    expect(given.slice(3)).toEqual(given.slice(0, 6));
  });

  it('begins anywhere, so that clients which make one call are spread', () => {
    const firsts = Array.from({ length: 50 }, (_, seed) => {
      const replicas = makeReplicas(4, 8);
      const own = new ManualEnvironment(seed);
      const { state } = ask(new Limiter(replicas, 1, own), own);
      return replicas.findIndex((replica) => Object.is(replica, state));
    });
    expect(new Set(firsts)).toEqual(new Set([0, 1, 2, 3]));
  });

  it('lets calls wait for one that works rather than use one that cools down', async () => {
    const { limiter, a, b, ask } = setUp(2, 1);
    a.unreachable(0);
    expect(ask().state).toBe(b);
    const [first, second] = [ask(), ask()];
    limiter.release(b);
    await settled();
    expect(statesOf([first, second])).toEqual([b, 'waiting']);
    await environment.advance(499);
    expect(second.state).toBe('waiting');
    await environment.advance(1);
    expect(second.state).toBe(a);
    expect(environment.timers).toBe(0);
  });

  it('lets nobody overtake the line when a cooling ends while the event loop is busy', async () => {
    const { a, ask } = setUp(2, 1);
    a.unreachable(0);
    ask();
    const first = ask();
    environment.lag(600);
    const newcomer = ask();
    await settled();
    expect(statesOf([first, newcomer])).toEqual([a, 'waiting']);
  });

  it('leaves no timer when the one that waited for a cooled replica gives up', async () => {
    const { a, ask } = setUp(2, 1);
    a.unreachable(0);
    ask();
    const place = ask();
    expect(environment.timers).toBeGreaterThan(1);
    place.end();
    await settled();
    expect(environment.timers).toBe(0);
  });

  it('looks again at the earliest end of a cooling, whichever began first', async () => {
    const { replicas, ask } = setUp(3, 1);
    const [one, two] = replicas;
    one?.refused(4_000, 0);
    ask();
    ask();
    const place = ask();
    await environment.advance(100);
    two?.succeeded(false);
    expect(place.state).toBe('waiting');
    two?.unreachable(100);
    // What ends a call is always followed by its release.
    if (two !== undefined) two.inFlight -= 1;
    const later = ask();
    await environment.advance(500);
    expect([place.state, later.state]).toEqual([two, 'waiting']);
  });

  it('sends one call to a replica that has cooled down, and the others elsewhere until that one is back', () => {
    const { a, b, ask } = setUp(2, 8);
    a.unreachable(-600);
    b.inFlight = 3;
    expect(statesOf([ask(), ask(), ask()])).toEqual([a, b, b]);
    a.succeeded(false);
    expect(ask().state).toBe(a);
  });

  it('does not let a retry try out a replica that failed last', () => {
    const { a, b, ask } = setUp(2, 8);
    a.unreachable(-600);
    b.inFlight = 3;
    expect(statesOf([ask(retry), ask(newCall)])).toEqual([b, a]);
  });

  it('still sends new calls out when all cool down', () => {
    const { a, b, ask } = setUp(2, 1);
    for (const replica of [a, b]) replica.unreachable(0);
    expect(new Set(statesOf([ask(), ask()]))).toEqual(new Set([a, b]));
  });

  it('lets a retry wait for the first that has cooled down when all do', async () => {
    const { a, b, ask } = setUp(2, 8);
    a.refused(3_000, 0);
    b.refused(1_000, 0);
    const [first, second] = [ask(retry), ask(retry)];
    await environment.advance(999);
    expect(statesOf([first, second])).toEqual(['waiting', 'waiting']);
    await environment.advance(1);
    // One finds out; the other waits for what it finds.
    expect(statesOf([first, second])).toEqual([b, 'waiting']);
    // Should that take long, one more may.
    await environment.advance(500);
    expect(second.state).toBe(b);
    expect(environment.timers).toBe(0);
  });

  it('sends all retries that wait as soon as one call has found a replica back', async () => {
    const { limiter, a, b, ask } = setUp(2, 8);
    for (const replica of [a, b]) replica.refused(4_000, 0);
    const retries = [ask(retry), ask(retry), ask(retry)];
    const call = ask(newCall);
    expect(call.state).toBeInstanceOf(Replica);
    const found = call.state === a ? a : b;
    found.succeeded(false);
    limiter.release(found);
    await settled();
    expect(statesOf(retries)).toEqual([found, found, found]);
  });

  it('lets a retry insist when its patience is over', async () => {
    const { a, b, ask } = setUp(2, 8);
    for (const replica of [a, b]) replica.refused(4_000, 0);
    const place = ask({ ...retry, patienceMs: 200 });
    await environment.advance(199);
    expect(place.state).toBe('waiting');
    await environment.advance(1);
    expect(place.state).toBeInstanceOf(Replica);
    expect(environment.timers).toBe(0);
  });

  it('lets a retry with a single choice go there, cooling down or not', () => {
    const { a, ask } = setUp(2, 8);
    a.unreachable(0);
    expect(ask({ isRetry: true, allows: (replica) => replica === a }).state).toBe(a);
  });

  it('does not let one that waits for a certain replica hold up the others', async () => {
    const { limiter, a, b, ask } = setUp(2, 1);
    const held = [ask().state, ask().state];
    expect(held).toContain(b);
    const choosy = ask({ isRetry: true, allows: (replica) => replica === a });
    const [first, second] = [ask(), ask()];
    limiter.release(b);
    await settled();
    expect(statesOf([choosy, first, second])).toEqual(['waiting', b, 'waiting']);
    limiter.release(b);
    limiter.release(a);
    await settled();
    expect(statesOf([choosy, first, second])).toEqual([a, b, b]);
  });

  it('gives a newcomer what those in line cannot use, even if the line is full', () => {
    const { a, b, ask } = setUp(2, 1, 1);
    a.inFlight = 1;
    ask({ isRetry: true, allows: (replica) => replica === a });
    expect(ask().state).toBe(b);
  });

  it('wakes a retry when a delay of its own is over', async () => {
    const { a, b, ask } = setUp(2, 1);
    a.inFlight = 1;
    const opensMs = 1_000;
    const place = ask({
      isRetry: true,
      allows: (replica) => replica !== b || environment.nowMs() >= opensMs,
      opensInMs: () => Math.max(0, opensMs - environment.nowMs()),
    });
    await environment.advance(999);
    expect(place.state).toBe('waiting');
    await environment.advance(1);
    expect(place.state).toBe(b);
    expect(environment.timers).toBe(0);
  });
});
