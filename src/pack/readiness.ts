/**
 * Readiness of all replicas at once, and waiting for it. A report is always given, also when the wait ends early;
 * waiting remembers nothing of earlier refusals, because a service may only just be starting.
 */
import type { Environment } from '../call/environment.js';
import type { Lifeline } from '../call/lifeline.js';
import { pause } from '../call/pause.js';
import { defaults } from '../options/types.js';
import { type ProbeTarget, probeReplica } from './probe.js';
import type { ReadyReport } from './reports.js';

export interface ReadinessParts {
  readonly replicas: readonly ProbeTarget[];
  readonly environment: Environment;
  /** A lifeline for one probe; `end` gives it back. */
  readonly begin: (timeoutMs: number) => Lifeline;
  readonly end: (lifeline: Lifeline) => void;
}

const firstPauseMs = 100;
const longestPauseMs = 2_000;

export async function probeAll(
  { replicas, environment, begin, end }: ReadinessParts,
  path: '/readyz' | '/healthz',
  timeoutMs: number,
): Promise<ReadyReport> {
  const probes = replicas.map(async (replica) => {
    const lifeline = begin(timeoutMs);
    try {
      return await probeReplica(replica, lifeline, { path, dateMs: environment.dateMs() });
    } finally {
      end(lifeline);
    }
  });
  const found = await Promise.all(probes);
  return { ready: found.some(({ ready }) => ready), replicas: found };
}

/** Polls until a replica is ready, or the time is over; the last report either way. */
export async function waitUntilReady(parts: ReadinessParts, timeoutMs: number): Promise<ReadyReport> {
  const wait = parts.begin(timeoutMs);
  try {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const probeMs = Math.max(1, Math.min(defaults.probeTimeoutMs, Math.ceil(wait.remainingMs())));
      const report = await probeAll(parts, '/readyz', probeMs);
      if (report.ready || wait.isOver) return report;
      await pause(parts.environment, wait, pauseMs * (0.5 + parts.environment.random() / 2));
      if (wait.isOver) return report;
    }
  } finally {
    parts.end(wait);
  }
}
