/** The answers of `ready` and `health` as a table: one line for each replica, with what to do about it. */
import type { ReadyReport, ReplicaReadiness } from '../pack/reports.js';
import { connectionText, silenceText } from './connection-text.js';
import { durationText } from './duration.js';
import { type ExitCode, exitCode } from './exit-code.js';
import { marks } from './outcome-text.js';
import type { Paper } from './paper.js';
import { safeText } from './safe-text.js';
import { tableLines } from './table.js';

/** A yes; a no from someone; or nobody answered. */
export function probeExitCode({ ready, replicas }: ReadyReport): ExitCode {
  if (ready) return exitCode.yes;
  return replicas.every(({ state }) => state === 'unreachable') ? exitCode.noAnswer : exitCode.no;
}

interface ProbeTextOptions {
  /** What a good answer means: `ready` or `up`. */
  readonly yes: string;
  /** Milliseconds that each replica had to answer. */
  readonly timeoutMs: number;
}

/** The table. */
export function probeLines(
  paper: Paper,
  { replicas }: ReadyReport,
  { yes, timeoutMs }: ProbeTextOptions,
): readonly string[] {
  const rows = replicas.map((replica) => [
    replica.ready
      ? ({ text: marks.yes, style: 'green' } as const)
      : ({ text: marks.no, style: 'red' } as const),
    safeText(replica.url),
    { text: replica.ready ? yes : replica.state, style: replica.ready ? 'green' : 'red' } as const,
    replica.status === undefined ? '' : String(replica.status),
    { text: durationText(replica.durationMs), align: 'right' } as const,
    detailText(replica, timeoutMs),
  ]);
  return tableLines(paper, rows, {
    head: ['', 'REPLICA', 'STATE', 'STATUS', 'TIME', 'WHAT TO KNOW'],
    indent: 0,
  });
}

/** The states in one line: `unreachable (ECONNREFUSED)`, or `2 not-ready, 1 draining`. */
export function statesText({ replicas }: ReadyReport): string {
  const counts = new Map<string, number>();
  for (const replica of replicas) {
    const state = stateText(replica);
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  if (counts.size === 1) return [...counts.keys()].join();
  return [...counts].map(([state, count]) => `${count} ${state}`).join(', ');
}

function stateText({ state, cause }: ReplicaReadiness): string {
  if (cause === undefined) return state;
  return `${state} (${cause === 'deadline-exceeded' ? 'no answer in time' : safeText(cause)})`;
}

function detailText(replica: ReplicaReadiness, timeoutMs: number): string {
  switch (replica.state) {
    case 'ready':
      return '';
    case 'not-ready':
      return notReadyText(replica.detail);
    case 'draining':
      return 'it is shutting down: wait for its successor (ready --wait 1m)';
    case 'missing-env':
      return `set at the service: ${(replica.missingEnv ?? []).map(safeText).join(', ') || 'the missing environment'}`;
    case 'unreachable':
      // The end of a wait leaves its last probe less time than a probe has.
      if (replica.cause === 'deadline-exceeded') return silenceText(Math.min(timeoutMs, replica.durationMs));
      return connectionText(replica.cause, replica.url);
    case 'unexpected':
      return unexpectedText(replica.status);
  }
}

function notReadyText(detail: ReplicaReadiness['detail']): string {
  if (detail === 'overloaded')
    return 'it has all the calls it takes: try again later, or run another replica';
  if (detail === 'no pack service') return 'no pack service runs there: start it, or check the address';
  return 'it is there, but takes no calls yet: wait for it (ready --wait 1m)';
}

function unexpectedText(status = 0): string {
  if (status === 200) return 'it answers, but not as a pack service does: check the address';
  if (status >= 500) return 'the service or a proxy before it failed: look into its log';
  return 'something else may answer here: check the address';
}
