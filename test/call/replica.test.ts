import { beforeEach, describe, expect, it } from 'vitest';
import { ReplicaMemory } from '../../src/call/retry/replica-memory.js';
import type { Replica } from '../../src/call/slots/replica.js';
import type { Verdict } from '../../src/call/verdict/verdict.js';
import { makeReplicas } from './policy-fixture.js';

let replica: Replica;
beforeEach(() => {
  const [made] = makeReplicas(1, 8);
  if (made === undefined) throw new Error('no replica was made');
  replica = made;
});

describe('a replica cools down', () => {
  it('for half a second when it could not be reached', () => {
    replica.unreachable(1_000);
    expect(replica.coolingMs(1_000)).toBe(500);
    expect(replica.coolingMs(1_400)).toBe(100);
    expect(replica.coolingMs(1_500)).toBe(0);
  });

  it('twice as long each time it fails after that, four seconds at most', () => {
    const coolings: number[] = [];
    for (let nowMs = 0; coolings.length < 6; nowMs += 10_000) {
      replica.unreachable(nowMs);
      coolings.push(replica.coolingMs(nowMs));
    }
    expect(coolings).toEqual([500, 1_000, 2_000, 4_000, 4_000, 4_000]);
  });

  it('no longer because many calls failed together', () => {
    for (let call = 0; call < 100; call += 1) replica.unreachable(call);
    expect(replica.coolingMs(100)).toBe(400);
    replica.unreachable(500);
    expect(replica.coolingMs(500)).toBe(1_000);
  });

  it('as long as it asked, four seconds at most', () => {
    replica.refused(1_000, 0);
    expect(replica.coolingMs(0)).toBe(1_000);
    replica.refused(60_000, 1_000);
    expect(replica.coolingMs(1_000)).toBe(4_000);
  });

  it('no longer once it has answered', () => {
    replica.unreachable(0);
    replica.succeeded(false);
    expect(replica.coolingMs(10)).toBe(0);
    replica.unreachable(20);
    expect(replica.coolingMs(20)).toBe(500);
  });

  it('not at all because it is overloaded', () => {
    replica.inFlight = 8;
    replica.overloaded(0);
    expect(replica.coolingMs(0)).toBe(0);
    expect(replica.limit).toBe(7);
  });
});

describe('a replica is trusted', () => {
  it('from the start', () => {
    expect(replica.trust(0)).toBe(2);
  });

  it('not while it cools down, and with one call after that', () => {
    replica.unreachable(0);
    expect(replica.trust(499)).toBe(0);
    expect(replica.trust(500)).toBe(1);
    replica.inFlight = 1;
    expect(replica.trust(500)).toBe(0);
  });

  it('again once it has answered', () => {
    replica.unreachable(0);
    replica.inFlight = 1;
    replica.succeeded(false);
    expect(replica.trust(100)).toBe(2);
  });
});

it('rests after a refusal at a limit of one, until an answer or the end of the rest', () => {
  replica.inFlight = 1;
  for (let refusal = 0; refusal < 4; refusal += 1) replica.overloaded(0);
  replica.inFlight = 0;
  expect([replica.limit, replica.changesInMs(0), replica.isOpen(0)]).toEqual([1, 20, false]);
  expect(replica.isOpen(20)).toBe(true);
  replica.succeeded(true);
  expect([replica.changesInMs(5), replica.isOpen(5)]).toEqual([Number.POSITIVE_INFINITY, true]);
});

it('tells of each build once, and of the first not at all', () => {
  const told = ['1', '1', '2', '1', '2', '3'].map((build) => replica.answeredBy(build)?.artifactVersion);
  expect(told).toEqual([undefined, undefined, '2', undefined, undefined, '3']);
  expect(replica.artifactVersion).toBe('3');
});

describe('what a call remembers of a replica', () => {
  const verdict = (ground: Verdict['ground'], retryAfterMs?: number): Verdict => ({
    body: {
      kind: 'transport',
      reason: 'unavailable',
      message: 'no',
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    },
    name: 'unavailable',
    execution: 'did-not-run',
    mayStillRun: false,
    ground,
  });
  let memory: ReplicaMemory;
  beforeEach(() => {
    memory = new ReplicaMemory();
  });

  it('is nothing at first', () => {
    expect(memory.isFresh(replica, 0)).toBe(true);
    expect(memory.takes(replica, 0)).toBe(true);
    expect(memory.readyInMs(replica, 0)).toBe(0);
    expect(memory.opensInMs(0)).toBe(0);
  });

  it('is the delay that it asked this call for', () => {
    memory.keep(replica, verdict('paced', 2_000), 100);
    expect(memory.takes(replica, 2_099)).toBe(false);
    expect(memory.readyInMs(replica, 1_100)).toBe(1_000);
    expect(memory.opensInMs(1_100)).toBe(1_000);
    expect(memory.takes(replica, 2_100)).toBe(true);
    expect(memory.opensInMs(2_100)).toBe(0);
    expect(memory.isFresh(replica, 2_100)).toBe(false);
  });

  it('is its own word, however long the replica cools down because of other calls', () => {
    memory.keep(replica, verdict('paced', 1_000), 0);
    replica.refused(4_000, 0);
    expect(memory.readyInMs(replica, 0)).toBe(1_000);
  });

  it('is the cooling down where this call was asked for nothing', () => {
    replica.unreachable(0);
    expect(memory.readyInMs(replica, 100)).toBe(400);
    expect(memory.isFresh(replica, 100)).toBe(false);
    expect(memory.takes(replica, 100)).toBe(true);
  });

  it('is for good that it lacks the tool', () => {
    memory.keep(replica, verdict('elsewhere'), 0);
    expect(memory.mayHave(replica)).toBe(false);
    expect(memory.takes(replica, 1e12)).toBe(false);
    expect(memory.opensInMs(0)).toBe(0);
  });
});
