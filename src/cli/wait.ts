/** Waits for readiness and tells what it is waiting for: a progress line on a terminal, else a line for each change. */
import type { ReadyReport } from '../pack/reports.js';
import { durationText, elapsedText } from './duration.js';
import type { Io } from './io.js';
import { statesText } from './probe-text.js';
import type { Probes } from './probes.js';
import { showProgress } from './progress.js';

interface Wait {
  /** Milliseconds in all. */
  readonly waitMs: number;
  /** Milliseconds for one probe. */
  readonly probeMs: number;
  readonly quiet: boolean;
}

/** Resolves with the last report: when a replica is ready, the time is over, or the person has had enough. */
export async function waitForReady(
  probes: Probes,
  { waitMs, probeMs, quiet }: Wait,
  { err }: Io,
): Promise<ReadyReport> {
  if (quiet) return probes.wait(waitMs, { probeMs });
  let state = 'no answer yet';
  const limit = durationText(waitMs);
  const stop = showProgress(err, (ms) => `waiting until ready: ${state} · ${elapsedText(ms)} of ${limit}`);
  const onReport = (report: ReadyReport): void => {
    const now = statesText(report);
    if (now !== state && !err.isTerminal) err.line(`waiting until ready: ${now}`);
    state = now;
  };
  try {
    return await probes.wait(waitMs, { probeMs, onReport });
  } finally {
    stop();
  }
}
