/** What a try teaches about its replica: whether it takes more calls, had better be left alone, or was rebuilt. */
import type { Cooling, Drift, LimitLowered } from '../observe/replica-records.js';
import type { Tried } from './attempt.js';
import { rounded } from './rounded.js';
import type { Replica } from './slots/replica.js';

export interface Lesson {
  readonly tried: Tried;
  /** Every slot of the replica was taken when the try began. */
  readonly atLimit: boolean;
}

/** Told of what changed at a replica, for people who watch. The policy itself does not need to be told. */
export interface ReplicaEvents {
  /** New calls had better go elsewhere from now on. */
  readonly onCooling: (cooling: Cooling) => void;
  /** It answered, having cooled down before. */
  readonly onRecovered: (replica: string) => void;
  readonly onLimitLowered: (lowered: LimitLowered) => void;
  /** Told once for each build that a replica changes to. */
  readonly onDrift: (drift: Drift) => void;
}

/** Tells the replica, and those who watch what that changed. Nothing is allocated for a good answer. */
export function learn(replica: Replica, { tried, atLimit }: Lesson, events: ReplicaEvents): void {
  const { body } = tried.verdict;
  const nowMs = tried.endedMs;
  if (body.kind !== 'transport') {
    if (replica.succeeded(atLimit)) events.onRecovered(replica.address.url);
  } else if (body.reason === 'unavailable' && body.detail === 'overloaded') {
    const previous = replica.limit;
    replica.overloaded(nowMs);
    const { limit, address } = replica;
    if (limit < previous) events.onLimitLowered({ replica: address.url, limit, previous });
  } else if (coolsDown(replica, tried)) {
    events.onCooling(coolingOf(replica, tried));
  }
  const build = tried.answer?.artifactVersion;
  if (build === undefined) return;
  const drift = replica.answeredBy(build);
  if (drift !== undefined) events.onDrift(drift);
}

/** Whether it does from now on; not if it did already. */
function coolsDown(replica: Replica, { verdict: { body }, endedMs }: Tried): boolean {
  if (body.kind !== 'transport') return false;
  if (body.reason === 'unreachable') return replica.unreachable(endedMs);
  if (body.reason === 'unavailable') return replica.refused(body.retryAfterMs ?? 0, endedMs);
  // Whatever said 503 in front of it: an answer that fast would draw every call there.
  return body.reason === 'unexpected-status' && body.status === 503 && replica.refused(0, endedMs);
}

function coolingOf(replica: Replica, { verdict: { body, name }, attempt, endedMs }: Tried): Cooling {
  const detail = body.kind === 'transport' ? body.detail : undefined;
  return {
    replica: replica.address.url,
    verdict: name,
    ...(attempt.status === undefined ? {} : { status: attempt.status }),
    ...(detail === undefined ? {} : { detail }),
    coolingMs: rounded(replica.coolingMs(endedMs)),
  };
}
