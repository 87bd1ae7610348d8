/** How the demo looks: each scene as it happens, and all of them in one table at the end. */
import { isSafeToRetry } from '../../unwrap.js';
import { durationText } from '../duration.js';
import { attemptLines, executionCell, issueLines, marks, whyText } from '../outcome-text.js';
import type { Paper, Style } from '../paper.js';
import { safeJson, safeText } from '../safe-text.js';
import { type Row, tableLines } from '../table.js';
import { wrapped } from '../wrap.js';
import type { Scene, SceneOutcome } from './scenes.js';

export interface Played {
  readonly scene: Scene;
  readonly outcome: SceneOutcome;
  /** How often the service saw the call, and how often its code began to run. */
  readonly seen: { readonly arrived: number; readonly began: number };
}

interface VerdictText {
  readonly mark: string;
  readonly style: Style;
  readonly short: string;
  readonly long: string;
}

const indent = 4;
const wideColumns = 100;

/** Above a scene, before it is played. */
export function sceneHead(paper: Paper, { title, about, call }: Scene, number: number): readonly string[] {
  return [
    `${paper.paint('dim', String(number).padStart(2))}  ${paper.paint('bold', title)}`,
    ...wrapped(paper, about, indent),
    '',
    `    ${paper.paint('cyan', call.target)} ${paper.paint('dim', clipped(safeJson(call.sent, 0), paper.columns - call.target.length - 6))}`,
  ];
}

/** Below it, when its outcome is known. */
export function sceneResult(paper: Paper, { outcome, seen }: Played): readonly string[] {
  const { mark, style, long } = verdictOf(outcome);
  const { text, style: executionStyle } = executionCell(outcome.execution);
  const still = outcome.mayStillRun ? ', may still be running' : '';
  const tries = outcome.attempts.length;
  const facts = [
    paper.paint(executionStyle, `${text}${still}`),
    ...(tries === 1 ? [] : [`${tries} tries in ${durationText(outcome.durationMs)}`]),
    `the service ${seenText(seen)}`,
  ];
  return [
    `    ${paper.paint(style, mark)} ${clipped(long, paper.columns - 8)}`,
    ...(outcome.kind === 'error' ? issueLines(paper, outcome.issues ?? [], indent + 2) : []),
    `      ${facts.join(paper.paint('dim', ' · '))}`,
    ...attemptLines(paper, outcome.attempts, indent + 2),
  ];
}

/** The table of everything that was played; on a narrow terminal without the numbers. */
export function summary(paper: Paper, played: readonly Played[]): readonly string[] {
  const isNarrow = paper.columns < wideColumns;
  const rows = played.map(({ scene, outcome, seen }, at): Row => {
    const { mark, style, short } = verdictOf(outcome);
    const { text, style: executionStyle } = executionCell(outcome.execution);
    const numbers = [String(seen.began), String(outcome.attempts.length), durationText(outcome.durationMs)];
    return [
      { text: String(at + 1), style: 'dim', align: 'right' },
      scene.title,
      { text: `${mark} ${short}`, style },
      { text, style: executionStyle },
      ...(isNarrow ? [] : numbers.map((number) => ({ text: number, align: 'right' }) as const)),
      againCell(outcome),
    ];
  });
  const numberHead = isNarrow ? [] : ['RUNS', 'TRIES', 'TIME'];
  const head = ['', 'WHAT HAPPENED', 'VERDICT', 'DID IT RUN?', ...numberHead, 'AGAIN?'];
  return tableLines(paper, rows, { head, indent: 1 });
}

function verdictOf(outcome: SceneOutcome): VerdictText {
  switch (outcome.kind) {
    case 'result': {
      const long = `result ${safeJson(outcome.output, 0)}`;
      return { mark: marks.yes, style: 'green', short: 'result', long };
    }
    case 'check-result': {
      const { passed, reason } = outcome.result;
      const short = passed ? 'passed' : 'failed';
      const long = reason === undefined ? short : `${short}: ${safeText(reason)}`;
      return { mark: passed ? marks.yes : marks.no, style: passed ? 'green' : 'red', short, long };
    }
    case 'error':
      return { mark: marks.no, style: 'red', short: safeText(outcome.code), long: whyText(outcome) };
    case 'transport':
      return { mark: marks.no, style: 'red', short: outcome.reason, long: whyText(outcome) };
  }
}

function againCell(outcome: SceneOutcome): { readonly text: string; readonly style: Style } {
  if (outcome.kind === 'result' || outcome.kind === 'check-result') return { text: '–', style: 'dim' };
  if (isSafeToRetry(outcome)) return { text: 'safe', style: 'green' };
  return outcome.execution === 'did-not-run'
    ? { text: 'no use', style: 'blue' }
    : { text: 'not safe', style: 'yellow' };
}

function seenText({ arrived, began }: Played['seen']): string {
  if (arrived === 0) return 'never saw it';
  const times = (count: number): string => ['never', 'once', 'twice'][count] ?? `${count} times`;
  return began === 0
    ? `saw it ${times(arrived)}, never ran it`
    : `saw it ${times(arrived)}, ran it ${times(began)}`;
}

function clipped(text: string, length: number): string {
  const units = [...text];
  return units.length <= length ? text : `${units.slice(0, Math.max(0, length - 1)).join('')}…`;
}
