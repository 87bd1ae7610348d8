/** What a try teaches about its replica: whether it takes more calls, had better be left alone, or was rebuilt. */
import type { Tried } from './attempt.js';
import type { Drift, Replica } from './replica.js';

export interface Lesson {
  readonly tried: Tried;
  /** Every slot of the replica was taken when the try began. */
  readonly atLimit: boolean;
}

/** Tells the replica; a change of build that nobody has been told of yet, if there is one. */
export function learn(replica: Replica, { tried, atLimit }: Lesson): Drift | undefined {
  const { body } = tried.verdict;
  const nowMs = tried.endedMs;
  if (body.kind !== 'transport') replica.succeeded(atLimit);
  else if (body.reason === 'unreachable') replica.unreachable(nowMs);
  else if (body.reason === 'unavailable') {
    if (body.detail === 'overloaded') replica.overloaded(nowMs);
    else replica.refused(body.retryAfterMs ?? 0, nowMs);
  }
  // Whatever said 503 in front of it: an answer that fast would draw every call there.
  if (body.kind === 'transport' && body.reason === 'unexpected-status' && body.status === 503) {
    replica.refused(0, nowMs);
  }
  const build = tried.answer?.artifactVersion;
  return build === undefined ? undefined : replica.answeredBy(build);
}
