import { beforeEach, describe, expect, it } from 'vitest';
import { ManualEnvironment, settled } from '../manual-environment.js';
import { newCall, retry, setUpLimiter, statesOf } from './policy-fixture.js';

let environment: ManualEnvironment;
beforeEach(() => {
  environment = new ManualEnvironment();
});

const setUp = (count: number, limit: number, maxQueue?: number) =>
  setUpLimiter(environment, { count, limit, maxQueue });

describe('with one replica', () => {
  it('gives slots at once up to the limit', () => {
    const { limiter, a, ask } = setUp(1, 2);
    expect(statesOf([ask(), ask(), ask()])).toEqual([a, a, 'waiting']);
    expect([a.inFlight, a.queued, limiter.waiting]).toEqual([2, 1, 1]);
  });

  it('serves first come, first', async () => {
    const { limiter, a, ask } = setUp(1, 1);
    ask();
    const places = [ask(), ask(), ask()];
    for (let served = 1; served <= 3; served += 1) {
      limiter.release(a);
      await settled();
      expect(statesOf(places)).toEqual(places.map((_, at) => (at < served ? a : 'waiting')));
    }
  });

  it('hands a slot over directly, so that nobody who comes later gets it', async () => {
    const { limiter, a, ask } = setUp(1, 1);
    ask();
    const first = ask();
    limiter.release(a);
    const newcomer = ask();
    await settled();
    expect(statesOf([first, newcomer])).toEqual([a, 'waiting']);
    expect(a.inFlight).toBe(1);
  });

  it('serves retries before new calls, and each of them first come, first', async () => {
    const { limiter, a, ask } = setUp(1, 1);
    ask();
    const order: string[] = [];
    const places = [
      { name: 'call 1', place: ask(newCall) },
      { name: 'retry 1', place: ask(retry) },
      { name: 'call 2', place: ask(newCall) },
      { name: 'retry 2', place: ask(retry) },
    ];
    for (let served = 0; served < 4; served += 1) {
      limiter.release(a);
      await settled();
      for (const { name, place } of places) if (place.state === a && !order.includes(name)) order.push(name);
    }
    expect(order).toEqual(['retry 1', 'retry 2', 'call 1', 'call 2']);
  });

  it('gives a call that ends in the line nothing, and its place to the next', async () => {
    const { limiter, a, ask } = setUp(1, 1);
    ask();
    const [left, next] = [ask(), ask()];
    left.end();
    await settled();
    expect([left.state, limiter.waiting, a.queued]).toEqual(['ended', 1, 1]);
    limiter.release(a);
    await settled();
    expect(statesOf([left, next])).toEqual(['ended', a]);
    expect([a.inFlight, a.queued, limiter.waiting, environment.timers]).toEqual([1, 0, 0, 0]);
  });

  it('turns new calls away when the line is full, but never a retry', async () => {
    const { limiter, a, ask } = setUp(1, 1, 2);
    ask();
    const [first] = [ask(), ask()];
    expect(statesOf([ask(newCall), ask(retry)])).toEqual(['queue-full', 'waiting']);
    first?.end();
    await settled();
    expect(ask().state).toBe('queue-full');
    limiter.release(a);
    expect(ask().state).toBe('waiting');
  });

  it('lets no one wait where the line has no place, and still gives free slots', () => {
    const { a, ask } = setUp(1, 1, 0);
    expect(statesOf([ask(), ask()])).toEqual([a, 'queue-full']);
  });

  it('sends calls and retries out though it cools down', () => {
    const { a, ask } = setUp(1, 4);
    a.unreachable(0);
    expect(statesOf([ask(newCall), ask(retry)])).toEqual([a, a]);
  });

  it('lets the line wait while the replica rests, and leaves no timer', async () => {
    const { a, ask } = setUp(1, 1);
    a.inFlight = 1;
    a.overloaded(0);
    a.inFlight = 0;
    const place = ask();
    await environment.advance(19);
    expect(place.state).toBe('waiting');
    await environment.advance(1);
    expect(place.state).toBe(a);
    expect(environment.timers).toBe(0);
  });

  it('hands out what a higher limit allows', async () => {
    const { limiter, a, ask } = setUp(1, 4);
    for (let call = 0; call < 4; call += 1) ask();
    for (const _ of [1, 2, 3]) {
      a.overloaded(0);
      limiter.release(a);
    }
    expect(a.limit).toBe(1);
    const places = [ask(), ask(), ask()];
    for (let call = 0; call < 40; call += 1) a.succeeded(true);
    limiter.release(a);
    await settled();
    expect(a.limit).toBeGreaterThan(2);
    expect(statesOf(places)).toEqual([a, a, a]);
  });
});
