/** Which replica a call goes to: pure policy, asked for every call and every try, so it allocates nothing. */
import type { Replica } from './replica.js';

export interface ReplicaWish {
  /** A call that was tried before. */
  readonly isRetry: boolean;
  /** Replicas that will do; `undefined`: each of them. */
  readonly allows: ((replica: Replica) => boolean) | undefined;
  /** From when on a retry takes a replica that had better be avoided. Default never. */
  readonly insistsFromMs?: number | undefined;
}

/**
 * The open replica with the fewest calls, of those the one that was given none for the longest; `undefined` if the
 * call had better wait.
 *
 * One that had better be avoided is chosen only when no other will do. Among several a retry does not take it even
 * then, until it insists: new calls find out soon enough, and all that wait to be tried again would go there again
 * and again. Nor does a retry try out one that failed last while others did not, so that a call pays for that once
 * at most.
 */
export function chooseReplica(
  replicas: readonly Replica[],
  { isRetry, allows, insistsFromMs = Number.POSITIVE_INFINITY }: ReplicaWish,
  nowMs: number,
): Replica | undefined {
  let best: Replica | undefined;
  let bestTrust = 0;
  let choices = 0;
  for (const replica of replicas) {
    if (allows?.(replica) === false) continue;
    choices += 1;
    const known = replica.trust(nowMs);
    const trust = known === 1 && !isRetry ? 2 : known;
    if (trust > bestTrust) {
      bestTrust = trust;
      best = undefined;
    }
    if (trust === bestTrust && replica.isOpen(nowMs) && isBetter(replica, best)) best = replica;
  }
  const waits = bestTrust === 0 && isRetry && choices > 1 && nowMs < insistsFromMs;
  return waits ? undefined : best;
}

function isBetter(replica: Replica, best: Replica | undefined): boolean {
  if (best === undefined) return true;
  if (replica.inFlight !== best.inFlight) return replica.inFlight < best.inFlight;
  return replica.turn < best.turn;
}
