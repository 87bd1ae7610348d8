/** The answers of `ready` and `health` as a table: one line for each replica, with what to do about it. */
import type { ReadyReport, ReplicaReadiness } from '../pack/reports.js';
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

/**
 * The table.
 *
 * @param yes what a good answer means: `ready` or `up`.
 */
export function probeLines(paper: Paper, { replicas }: ReadyReport, yes: string): readonly string[] {
  const rows = replicas.map((replica) => [
    replica.ready
      ? ({ text: marks.yes, style: 'green' } as const)
      : ({ text: marks.no, style: 'red' } as const),
    safeText(replica.url),
    { text: replica.ready ? yes : replica.state, style: replica.ready ? 'green' : 'red' } as const,
    replica.status === undefined ? '' : String(replica.status),
    { text: durationText(replica.durationMs), align: 'right' } as const,
    detailText(replica),
  ]);
  return tableLines(paper, rows, {
    head: ['', 'REPLICA', 'STATE', 'STATUS', 'TIME', 'WHAT TO KNOW'],
    indent: 0,
  });
}

/** The states in one line: `unreachable`, or `2 unreachable, 1 draining`. */
export function statesText({ replicas }: ReadyReport): string {
  const counts = new Map<string, number>();
  for (const { state } of replicas) counts.set(state, (counts.get(state) ?? 0) + 1);
  if (counts.size === 1) return [...counts.keys()].join();
  return [...counts].map(([state, count]) => `${count} ${state}`).join(', ');
}

function detailText(replica: ReplicaReadiness): string {
  switch (replica.state) {
    case 'ready':
      return '';
    case 'not-ready':
      return 'it is there, but takes no calls yet';
    case 'draining':
      return 'it is shutting down and takes no new calls';
    case 'missing-env':
      return `set at the service: ${(replica.missingEnv ?? []).map(safeText).join(', ') || 'the missing environment'}`;
    case 'unreachable':
      return 'nobody answers: check the address, and that it runs';
    case 'unexpected':
      return 'something else may answer here: check the address';
  }
}
