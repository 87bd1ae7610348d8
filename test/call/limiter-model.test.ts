/** What holds for slots whatever happens in whatever order, and what a long line costs. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseReplica, type ReplicaWish } from '../../src/call/slots/choose-replica.js';
import { Limiter, type SlotWish } from '../../src/call/slots/limiter.js';
import { Replica } from '../../src/call/slots/replica.js';
import { ManualEnvironment, settled } from '../manual-environment.js';
import { ask, makeReplicas, newCall, type Place, retry } from './policy-fixture.js';

type End = 'answer' | 'overloaded' | 'refused' | 'unreachable';
type Action =
  | {
      readonly do: 'ask';
      readonly isRetry: boolean;
      readonly only: number | undefined;
      readonly forMs: number;
    }
  | { readonly do: 'release'; readonly which: number; readonly end: End }
  | { readonly do: 'give up'; readonly which: number }
  | { readonly do: 'wait'; readonly ms: number };

const actions: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      isRetry: fc.boolean(),
      only: fc.option(fc.nat({ max: 3 }), { nil: undefined, freq: 3 }),
      forMs: fc.constantFrom(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 300, 2_000),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('release' as const),
      which: fc.nat(),
      end: fc.constantFrom<End>('answer', 'answer', 'overloaded', 'refused', 'unreachable'),
    }),
  },
  fc.record({ do: fc.constant('give up' as const), which: fc.nat() }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.nat({ max: 3_000 }) }),
);

/** A limiter, and what an observer knows of it. */
class Observed {
  readonly environment = new ManualEnvironment();
  readonly replicas: readonly Replica[];
  readonly limiter: Limiter;
  readonly maxQueue = 6;
  #places: Place[] = [];
  readonly #wishes = new Map<Place, ReplicaWish>();

  constructor(count: number, limit: number) {
    this.replicas = makeReplicas(count, limit);
    this.limiter = new Limiter(this.replicas, this.maxQueue, this.environment);
  }

  get waiting(): readonly Place[] {
    return this.#places.filter(({ state }) => state === 'waiting');
  }

  get held(): readonly Replica[] {
    return this.#places.flatMap(({ state }) => (state instanceof Replica ? [state] : []));
  }

  /** Those who wait though a replica that they would take has a slot for them. */
  get forgotten(): readonly Place[] {
    const nowMs = this.environment.nowMs();
    return this.waiting.filter((place) => {
      const wish = this.#wishes.get(place);
      return wish !== undefined && chooseReplica(this.replicas, wish, nowMs) !== undefined;
    });
  }

  async perform(action: Action): Promise<void> {
    switch (action.do) {
      case 'ask':
        this.#ask(action.isRetry, this.replicas[action.only ?? -1], action.forMs);
        break;
      case 'release':
        this.release(action.which, action.end);
        break;
      case 'give up':
        this.waiting[action.which % Math.max(1, this.waiting.length)]?.end();
        break;
      case 'wait':
        await this.environment.advance(action.ms);
    }
    await settled();
  }

  /** Asks for a slot, at one replica only for so long. */
  #ask(isRetry: boolean, only: Replica | undefined, forMs: number): void {
    const nowMs = this.environment.nowMs();
    const restMs = () => Math.max(0, nowMs + forMs - this.environment.nowMs());
    const allows = (replica: Replica) => only === undefined || replica === only || restMs() === 0;
    const opensInMs = () => (only === undefined || !Number.isFinite(forMs) ? 0 : restMs());
    const wish: SlotWish = isRetry ? { isRetry, allows, opensInMs, patienceMs: 5_000 } : newCall;
    const waiting = this.limiter.waiting;
    const place = ask(this.limiter, this.environment, wish);
    if (place.state === 'queue-full') {
      expect(isRetry).toBe(false);
      expect(waiting).toBeGreaterThanOrEqual(this.maxQueue);
      return;
    }
    this.#places.push(place);
    this.#wishes.set(place, { ...wish, insistsFromMs: nowMs + 5_000 });
  }

  /** Ends a call as the library does: what it taught first, then its slot. */
  release(which: number, end: End): void {
    const holders = this.#places.filter(({ state }) => state instanceof Replica);
    const place = holders[which % Math.max(1, holders.length)];
    if (place === undefined || !(place.state instanceof Replica)) return;
    const replica = place.state;
    const nowMs = this.environment.nowMs();
    if (end === 'answer') replica.succeeded(!replica.isFree);
    else if (end === 'overloaded') replica.overloaded(nowMs);
    else if (end === 'refused') replica.refused(1_000, nowMs);
    else replica.unreachable(nowMs);
    this.#places = this.#places.filter((other) => other !== place);
    this.limiter.release(replica);
  }
}

const heldAt = (seen: Observed) =>
  seen.replicas.map((one) => seen.held.filter((each) => each === one).length);

describe('whatever happens', () => {
  it('no replica has more calls than its limit, nobody waits for a slot that is free, and all are accounted for', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 4 }),
        fc.array(actions, { maxLength: 60 }),
        async (count, limit, given) => {
          const seen = new Observed(count, limit);
          for (const action of given) {
            const before = heldAt(seen);
            await seen.perform(action);
            const after = heldAt(seen);
            for (const [at, replica] of seen.replicas.entries()) {
              expect(replica.inFlight).toBe(after[at]);
              const grew = (after[at] ?? 0) > (before[at] ?? 0);
              if (grew) expect(replica.inFlight).toBeLessThanOrEqual(replica.limit);
            }
            expect(seen.forgotten).toEqual([]);
            expect(seen.limiter.waiting).toBe(seen.waiting.length);
            expect(seen.replicas.reduce((sum, { queued }) => sum + queued, 0)).toBe(seen.waiting.length);
          }
          await endWell(seen);
        },
      ),
      { numRuns: 400 },
    );
  });
});

/** When every call is answered, everyone in line gets a slot, and nothing is left. */
async function endWell(seen: Observed): Promise<void> {
  const choosyForNobody = seen.waiting.length;
  for (
    let round = 0;
    round <= choosyForNobody + 20 && seen.held.length + seen.waiting.length > 0;
    round += 1
  ) {
    for (let call = seen.held.length; call > 0; call -= 1) seen.release(0, 'answer');
    await seen.environment.advance(5_000);
  }
  expect([seen.waiting.length, seen.held.length, seen.limiter.waiting]).toEqual([0, 0, 0]);
  expect(seen.replicas.map(({ inFlight, queued }) => [inFlight, queued])).toEqual(
    seen.replicas.map(() => [0, 0]),
  );
  expect(seen.environment.timers).toBe(0);
}

describe('a line of thousands', () => {
  const replicaLooks = async (
    waiting: number,
    wish: SlotWish,
    prepare?: (replicas: readonly Replica[]) => void,
  ) => {
    const environment = new ManualEnvironment();
    const replicas = makeReplicas(2, 1);
    let looks = 0;
    for (const replica of replicas) {
      const { trust } = replica;
      replica.trust = (nowMs) => {
        looks += 1;
        return trust.call(replica, nowMs);
      };
    }
    const limiter = new Limiter(replicas, waiting, environment);
    prepare?.(replicas);
    const places = Array.from({ length: waiting + 2 }, () => ask(limiter, environment, wish));
    looks = 0;
    let served = 0;
    for (; limiter.waiting > 0 && served <= waiting; served += 1) {
      const replica = replicas.find(({ inFlight }) => inFlight > 0);
      if (replica !== undefined) limiter.release(replica);
    }
    await settled();
    expect(places.filter(({ state }) => state === 'waiting')).toEqual([]);
    return looks / served;
  };

  it.each([
    ['calls', newCall, undefined],
    ['retries', retry, undefined],
    // One works and is full, the other cools down with free slots that nobody in line may use.
    [
      'retries beside a replica that cools down',
      retry,
      ([one]: readonly Replica[]) => one?.refused(4_000, 0),
    ],
    [
      'calls beside a replica that cools down',
      newCall,
      ([one]: readonly Replica[]) => one?.refused(4_000, 0),
    ],
  ] as const)('costs the same per call at any length: %s', async (_, wish, prepare) => {
    const short = await replicaLooks(100, wish, prepare);
    const long = await replicaLooks(10_000, wish, prepare);
    expect(short).toBeGreaterThan(0);
    expect(long).toBeLessThanOrEqual(short * 1.5);
  });
});
