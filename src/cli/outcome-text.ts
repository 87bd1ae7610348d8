/**
 * Outcomes in words: why, did it run, may it be sent again, and every try. Words of a service are made safe for a
 * terminal here. What an outcome means is decided in the library; this file only says it.
 */

import type { Attempt, Execution, Facts, PackError, TransportFailure } from '../outcome.js';
import type { ValidationIssue } from '../protocol/messages.js';
import { isSafeToRetry } from '../unwrap.js';
import { adviceFor, causeCode, type Given } from './advice.js';
import { durationText } from './duration.js';
import type { Paper, Style } from './paper.js';
import { safeJson, safeText } from './safe-text.js';
import { stoppedText } from './stopped-text.js';
import { type Row, tableLines } from './table.js';

/** What stands before a good end, a bad one, and one that nobody can tell. */
export const marks = { yes: '✔', no: '✖', unsure: '?' } as const;

const executionWords: Readonly<Record<Execution, { readonly text: string; readonly style: Style }>> = {
  ran: { text: 'ran', style: 'green' },
  'did-not-run': { text: 'did not run', style: 'blue' },
  'may-have-run': { text: 'may have run', style: 'yellow' },
};

const maxIssues = 20;
const maxCauseChars = 400;

/** `ran`, `did not run`, `may have run`, with its colour. */
export function executionCell(execution: Execution): { readonly text: string; readonly style: Style } {
  return executionWords[execution];
}

/** The code or reason, and what was said about it. */
export function whyText(outcome: PackError | TransportFailure): string {
  if (outcome.kind === 'error') return `${safeText(outcome.code)}: ${safeText(outcome.message)}`;
  const code = causeCode(outcome.cause);
  const names = outcome.missingEnv === undefined ? '' : ` (${outcome.missingEnv.map(safeText).join(', ')})`;
  return `${outcome.reason}: ${outcome.message}${names}${code === undefined ? '' : ` (${safeText(code)})`}`;
}

/** Whether it is right to send the call again, in one sentence. */
function retryText(outcome: PackError | TransportFailure): string {
  if (isSafeToRetry(outcome)) {
    const later = outcome.kind === 'transport' ? outcome.retryAfterMs : undefined;
    return `safe to send again${later === undefined || later === 0 ? '' : ` after ${durationText(later)}`}: nothing ran`;
  }
  switch (outcome.execution) {
    case 'ran':
      return 'not safe to send again: it would run a second time';
    case 'may-have-run':
      return outcome.mayStillRun
        ? 'not safe to send again: it may have run, and may still be running'
        : 'not safe to send again: it may have run';
    case 'did-not-run':
      return 'nothing ran, but sending the same again gives the same';
  }
}

/** Everything about an outcome that is not a good one. */
export function failureLines(
  paper: Paper,
  outcome: PackError | TransportFailure,
  given?: Given,
): readonly string[] {
  const { text, style } = executionCell(outcome.execution);
  const rows: Row[] = [
    [
      { text: 'execution', style: 'dim' },
      { text, style },
    ],
    [{ text: 'again?', style: 'dim' }, againText(outcome)],
    ...textRow('advice', adviceFor(outcome, given)),
    ...textRow('stopped', stoppedText(outcome)),
    ...causeRow(outcome),
    [{ text: 'request', style: 'dim' }, factsText(outcome)],
  ];
  return [
    `${paper.paint('red', marks.no)} ${paper.paint('bold', whyText(outcome))}`,
    ...(outcome.kind === 'error' ? issueLines(paper, outcome.issues ?? [], 4) : []),
    ...tableLines(paper, rows),
    ...(outcome.attempts.length === 0 ? [] : ['', ...attemptLines(paper, outcome.attempts)]),
  ];
}

function againText(outcome: PackError | TransportFailure): string {
  return outcome.kind === 'transport' && outcome.reason === 'cancelled' && outcome.execution === 'did-not-run'
    ? 'nothing ran: it can be sent again'
    : retryText(outcome);
}

/** How long it took, in how many tries, under which id, by which build. */
export function factsText({ requestId, durationMs, attempts, artifactVersion }: Facts): string {
  const tries = attempts.length === 1 ? '1 try' : `${attempts.length} tries`;
  const build = artifactVersion === undefined ? '' : ` · build ${safeText(artifactVersion)}`;
  return `${safeText(requestId)} · ${durationText(durationMs)} · ${tries}${build}`;
}

/** Where a value broke a schema, and how. */
export function issueLines(paper: Paper, issues: readonly ValidationIssue[], indent = 2): readonly string[] {
  const rows = issues
    .slice(0, maxIssues)
    .map(({ instancePath, message }) => [
      { text: instancePath === '' ? '(the value)' : safeText(instancePath), style: 'yellow' } as const,
      safeText(message),
    ]);
  const more = issues.length - maxIssues;
  const rest = more > 0 ? [`${' '.repeat(indent)}and ${more} more`] : [];
  return [...tableLines(paper, rows, { indent }), ...rest];
}

/** A line for each try. */
export function attemptLines(paper: Paper, attempts: readonly Attempt[], indent = 2): readonly string[] {
  const hasReplicas = new Set(attempts.map(({ replica }) => replica)).size > 1;
  const rows = attempts.map((attempt, at): Row => {
    const { text, style } = executionCell(attempt.execution);
    return [
      { text: `try ${at + 1}`, style: 'dim' },
      attempt.stage,
      attempt.status === undefined ? '' : String(attempt.status),
      safeText(attempt.verdict),
      { text, style },
      { text: durationText(attempt.durationMs), align: 'right' },
      attempt.waitMs === undefined ? '' : `then waited ${durationText(attempt.waitMs)}`,
      hasReplicas ? { text: safeText(attempt.replica), style: 'dim' } : '',
    ];
  });
  return tableLines(paper, rows, { indent });
}

function textRow(name: string, text: string | undefined): readonly Row[] {
  return text === undefined ? [] : [[{ text: name, style: 'dim' }, text]];
}

function causeRow(outcome: PackError | TransportFailure): readonly Row[] {
  if (outcome.kind !== 'error' || outcome.cause === undefined) return [];
  const text = causeText(outcome.cause);
  const shown = text.length > maxCauseChars ? `${text.slice(0, maxCauseChars)}…` : text;
  return [[{ text: 'cause', style: 'dim' }, shown]];
}

/** A cause that cannot be printed must not cost the person the code and the message. */
function causeText(cause: unknown): string {
  try {
    return safeJson(withoutStack(cause), 0);
  } catch {
    return 'nested too deeply to print';
  }
}

/** A stack of the service's is for its log; with `--json` it is there. */
function withoutStack(cause: unknown): unknown {
  if (typeof cause !== 'object' || cause === null || Array.isArray(cause)) return cause;
  return Object.fromEntries(Object.entries(cause).filter(([name]) => name !== 'stack'));
}
