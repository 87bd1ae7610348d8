/** What the policy promises in a simulation: the figures that its tests and `npm run sim` hold reports against. */
import type { OutageReport } from './outage.js';
import type { PhaseReport } from './overload.js';

/** Limits; shares are of 1. */
export const promised = {
  /** With replicas that are lost, at most. */
  requestsPerCall: 1.3,
  backSeconds: 5,
  /** Of the calls, while at least half of the replicas work, more than. */
  answered: 0.99,
  /** With a service that takes fewer calls than are wanted, at most. */
  refused: 0.05,
  used: 0.8,
  throughputBackMs: 6_000,
} as const;

/** One sentence for each promise that was not kept; `single` is the report of one try per call. */
export function brokenInOutage(ours: OutageReport, single: OutageReport): readonly string[] {
  const [all = 0, half = 0, none = 0, returned = 0] = ours.answered;
  return broken({
    'more requests per call than promised': ours.requestsPerCall > promised.requestsPerCall,
    'back later than promised': ours.backSeconds > promised.backSeconds,
    'fewer calls answered than promised': Math.min(all, half, returned) <= promised.answered,
    'no more calls answered than without a retry': none <= (single.answered[2] ?? 1),
  });
}

/** One sentence for each promise that a phase did not keep. */
export function brokenInOverload({ cap, refused, used, backMs, failed }: PhaseReport): readonly string[] {
  return broken({
    [`cap ${cap}: more calls refused than promised`]: refused > promised.refused,
    [`cap ${cap}: used less than promised`]: used < promised.used,
    [`cap ${cap}: throughput back later than promised`]: backMs > promised.throughputBackMs,
    [`cap ${cap}: calls failed`]: failed > 0,
  });
}

function broken(facts: Readonly<Record<string, boolean>>): readonly string[] {
  return Object.keys(facts).filter((sentence) => facts[sentence]);
}
