/**
 * Polls for readiness and tells what it is waiting for. The library can wait by itself, but not say how it goes,
 * and not with a time-out of each probe's own.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadyReport } from '../pack/reports.js';
import { durationText, elapsedText } from './duration.js';
import type { Io } from './io.js';
import { statesText } from './probe-text.js';
import type { Ask } from './probes.js';
import { showProgress } from './progress.js';

export interface Wait {
  /** Milliseconds in all. */
  readonly waitMs: number;
  /** Milliseconds for one probe. */
  readonly probeMs: number;
  readonly quiet: boolean;
}

const firstPauseMs = 100;
const longestPauseMs = 2_000;
/** With less time left than this a probe could only fail. */
const shortestProbeMs = 100;

/** Resolves with the last report: when a replica is ready, the time is over, or the person has had enough. */
export async function waitForReady(ask: Ask, wait: Wait, io: Io): Promise<ReadyReport> {
  const startMs = performance.now();
  const leftMs = (): number => wait.waitMs - (performance.now() - startMs);
  let state = 'no answer yet';
  let last: ReadyReport | undefined;
  const limit = durationText(wait.waitMs);
  const stop = wait.quiet
    ? () => {}
    : showProgress(io.err, (ms) => `waiting until ready: ${state} · ${elapsedText(ms)} of ${limit}`);
  try {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const timeoutMs = Math.max(1, Math.ceil(Math.min(wait.probeMs, leftMs())));
      const answer = await ask('/readyz', timeoutMs);
      // A probe that the end of the wait cut short says nothing about the service.
      const report = timeoutMs < wait.probeMs && ranOut(answer, timeoutMs) ? (last ?? answer) : answer;
      last = report;
      if (report.ready || io.signal.aborted || leftMs() < shortestProbeMs) return report;
      const now = statesText(report);
      if (now !== state && !wait.quiet && !io.err.isTerminal) io.err.line(`waiting until ready: ${now}`);
      state = now;
      // Shorter pauses towards the end, so that the last moments are not slept through.
      await pause(Math.min(pauseMs, leftMs() / 2), io.signal);
      if (io.signal.aborted) return report;
    }
  } finally {
    stop();
  }
}

function ranOut({ replicas }: ReadyReport, timeoutMs: number): boolean {
  return replicas.every(({ state, durationMs }) => state === 'unreachable' && durationMs >= timeoutMs);
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {
    // Interrupted: the caller looks at the signal.
  });
}
