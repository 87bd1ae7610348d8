/**
 * Readiness of all replicas at once, and waiting for it. A report is always given, also when the wait ends early;
 * waiting remembers nothing of earlier refusals, because a service may only just be starting. What it does
 * remember is what each replica last said: a probe that the end of the wait cuts short says nothing.
 */
import type { Environment } from '../call/environment.js';
import type { Ended, Lifeline } from '../call/lifetime/lifeline.js';
import { pause } from '../call/lifetime/pause.js';
import { defaults } from '../options/types.js';
import { type ProbeTarget, probeReplica } from './probe.js';
import type { ReadyReport, ReplicaReadiness } from './reports.js';

export interface ReadinessParts {
  readonly replicas: readonly ProbeTarget[];
  readonly environment: Environment;
  /** A lifeline for one probe; `end` gives it back. */
  readonly begin: (timeoutMs: number) => Lifeline;
  readonly end: (lifeline: Lifeline) => void;
}

export interface WaitOptions {
  /** Milliseconds for one probe. Default 5,000. */
  readonly probeMs?: number | undefined;
  /** Gets each report after which the wait goes on. */
  readonly onReport?: (report: ReadyReport) => void;
}

type ProbePath = '/readyz' | '/healthz';

interface Probed {
  readonly found: ReplicaReadiness;
  /** Why this side gave up, if it did. */
  readonly ended: Ended | undefined;
}

const firstPauseMs = 100;
const maxPauseMs = 2_000;
/** With less time left than this a probe could only fail. */
const minProbeMs = 20;

/** Asks every replica once, at the same time; milliseconds that each has to answer. Never rejects. */
export async function probeAll(
  parts: ReadinessParts,
  path: ProbePath,
  timeoutMs: number,
): Promise<ReadyReport> {
  const probed = await probeEach(parts, path, timeoutMs);
  return reportOf(probed.map(({ found }) => found));
}

/**
 * Polls until a replica is ready, the time is over, or the lifelines end. Resolves with the last that was found of
 * each replica; never rejects.
 *
 * @param timeoutMs milliseconds in all.
 */
export async function waitUntilReady(
  parts: ReadinessParts,
  timeoutMs: number,
  { probeMs = defaults.probeTimeoutMs, onReport = () => {} }: WaitOptions = {},
): Promise<ReadyReport> {
  const { environment } = parts;
  const wait = parts.begin(timeoutMs);
  let last: readonly ReplicaReadiness[] = [];
  try {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
      const limitMs = Math.max(1, Math.min(probeMs, Math.ceil(wait.remainingMs())));
      const probed = await probeEach(parts, '/readyz', limitMs);
      const isWhole = limitMs === probeMs;
      last = probed.map((each, at) => (isCutShort(each, isWhole) ? (last[at] ?? each.found) : each.found));
      const report = reportOf(last);
      if (report.ready || wait.isOver || wait.remainingMs() < minProbeMs) return report;
      onReport(report);
      const restMs = pauseMs * (0.5 + environment.random() / 2);
      // Shorter pauses towards the end, so that the last moments are not slept through.
      await pause(environment, wait, Math.min(restMs, wait.remainingMs() / 2));
      if (wait.isOver) return report;
    }
  } finally {
    parts.end(wait);
  }
}

function probeEach(
  { replicas, environment, begin, end }: ReadinessParts,
  path: ProbePath,
  timeoutMs: number,
): Promise<readonly Probed[]> {
  const probes = replicas.map(async (replica) => {
    const lifeline = begin(timeoutMs);
    try {
      const found = await probeReplica(replica, lifeline, { path, dateMs: environment.dateMs() });
      return { found, ended: lifeline.ended };
    } finally {
      end(lifeline);
    }
  });
  return Promise.all(probes);
}

/** @param isWhole the probe had all the time that a probe has: then no answer is one. */
function isCutShort({ found, ended }: Probed, isWhole: boolean): boolean {
  if (found.state !== 'unreachable' || ended === undefined) return false;
  return !isWhole || ended.reason !== 'deadline-exceeded';
}

function reportOf(replicas: readonly ReplicaReadiness[]): ReadyReport {
  return { ready: replicas.some(({ ready }) => ready), replicas };
}
