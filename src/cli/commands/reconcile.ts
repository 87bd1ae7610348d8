/** `kindgi-pack reconcile`: does what is served fit the index? Findings by severity, each with what to do. */
import { readPackIndex } from '../../pack/load-index.js';
import type { PackIndex } from '../../pack/pack-index.js';
import type { Finding, FindingCode, ReconcileReport, Severity } from '../../pack/reports.js';
import { adviceFor } from '../advice.js';
import { type ExitCode, exitCode } from '../exit-code.js';
import type { Io } from '../io.js';
import { marks, whyText } from '../outcome-text.js';
import type { Paper, Style } from '../paper.js';
import { safeText } from '../safe-text.js';
import { type ServiceArguments, withClient } from '../service.js';
import { tableLines } from '../table.js';
import { wrapped } from '../wrap.js';

interface ReconcileArguments extends ServiceArguments {
  readonly indexFile: string;
}

/**
 * Prints the findings: 0 without an error, 1 with one, 3 if a replica gave no usable answer. Throws WrongUse,
 * PackUsageError.
 */
export async function reconcile(args: ReconcileArguments, io: Io): Promise<ExitCode> {
  const { timeoutMs } = args;
  const index = await readPackIndex(args.indexFile, io.signal);
  const report = await withClient(args, io, (client) =>
    client.reconcile({ index, timeoutMs, signal: io.signal }),
  );
  if (io.json) io.out.json(report);
  else for (const line of reportLines(io.out, index, report)) io.out.line(line);
  return exitCodeOf(report);
}

/** An error finding is a definite no; without one, a replica that gave no usable answer leaves the question open. */
function exitCodeOf({ ok, findings }: ReconcileReport): ExitCode {
  if (ok) return exitCode.yes;
  return findings.some(({ severity }) => severity === 'error') ? exitCode.no : exitCode.noAnswer;
}

const groups: readonly { readonly severity: Severity; readonly title: string; readonly style: Style }[] = [
  { severity: 'error', title: 'Errors', style: 'red' },
  { severity: 'warning', title: 'Warnings', style: 'yellow' },
  { severity: 'info', title: 'For information', style: 'blue' },
];

const whatToDo: Readonly<Record<FindingCode, string>> = {
  'protocol-mismatch': 'run a service that speaks the protocol of this client',
  'pack-id-mismatch': 'check the address, or take the index of the pack that is served',
  'tool-missing': 'deploy the build that this index belongs to',
  'check-missing': 'deploy the build that this index belongs to',
  'tool-version-mismatch': 'deploy the build that this index belongs to, or take its newer index',
  'env-missing': 'set it where the service runs, and start the service again',
  'tool-extra': 'take the index of the build that is served',
  'check-extra': 'take the index of the build that is served',
  'pack-version-mismatch': 'bring the index and the deployment to the same version',
  'artifact-version-mismatch': 'bring the index and the deployment to the same build',
  'env-undeclared': "declare it in the pack's env, and build the index again",
  'replicas-differ': 'finish the roll-out, so that all replicas serve the same build',
  'env-unknown': 'nothing now; a newer service will say',
};

function reportLines(paper: Paper, index: PackIndex, report: ReconcileReport): readonly string[] {
  const { packId, packVersion, artifactVersion } = index;
  const build = paper.paint('dim', `build ${safeText(artifactVersion)}`);
  return [
    `index: ${paper.paint('bold', `${safeText(packId)} ${safeText(packVersion)}`)}, ${build}`,
    '',
    ...replicaLines(paper, report),
    ...failureLines(paper, report),
    ...groups.flatMap(({ severity, title, style }) => {
      const found = report.findings.filter((finding) => finding.severity === severity);
      if (found.length === 0) return [];
      const head = paper.paint('bold', paper.paint(style, `${title} (${found.length})`));
      return ['', head, ...found.flatMap((finding) => findingLines(paper, finding, style))];
    }),
    '',
    conclusion(paper, report),
  ];
}

function replicaLines(paper: Paper, { replicas }: ReconcileReport): readonly string[] {
  const rows = replicas.map(({ url, info, failure, findings }) => [
    info === undefined || findings.some(({ severity }) => severity === 'error')
      ? ({ text: marks.no, style: 'red' } as const)
      : ({ text: marks.yes, style: 'green' } as const),
    safeText(url),
    info === undefined
      ? failure === undefined
        ? 'no answer'
        : whyText(failure)
      : `${safeText(info.packId)} ${safeText(info.packVersion)}, build ${safeText(info.artifactVersion)}`,
  ]);
  return tableLines(paper, rows, { head: ['', 'REPLICA', 'ANSWER'], indent: 0 });
}

/** Replicas without an answer have no findings, but something to do. */
function failureLines(paper: Paper, { replicas }: ReconcileReport): readonly string[] {
  const lines = replicas.flatMap(({ url, failure }) => {
    const advice = failure === undefined ? undefined : adviceFor(failure);
    if (failure === undefined || advice === undefined) return [];
    return [
      `  ${paper.paint('red', failure.reason)}  ${paper.paint('bold', safeText(url))}`,
      ...tableLines(paper, [[{ text: 'to do', style: 'dim' }, advice]], { indent: 4 }),
    ];
  });
  if (lines.length === 0) return [];
  return ['', paper.paint('bold', paper.paint('red', 'No usable answer')), ...lines];
}

function findingLines(paper: Paper, finding: Finding, style: Style): readonly string[] {
  const { code, subject, message, expected, actual } = finding;
  const rows = [
    ['indexed', expected],
    ['served', actual],
    ['to do', whatToDo[code]],
  ].flatMap(([name = '', text]) =>
    text === undefined ? [] : [[{ text: name, style: 'dim' } as const, safeText(text)]],
  );
  return [
    `  ${paper.paint(style, code)}  ${paper.paint('bold', safeText(subject))}`,
    ...wrapped(paper, safeText(message), 4),
    ...tableLines(paper, rows, { indent: 4 }),
  ];
}

function conclusion(paper: Paper, { ok, findings, replicas }: ReconcileReport): string {
  const silent = replicas.filter(({ info }) => info === undefined).length;
  if (ok && findings.length === 0) return paper.paint('green', `${marks.yes} what is served fits the index`);
  if (ok) return paper.paint('green', `${marks.yes} no errors: calls by this index will be understood`);
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const parts = [
    ...(errors === 0 ? [] : [errors === 1 ? '1 error' : `${errors} errors`]),
    ...(silent === 0 ? [] : [silentText(silent, replicas.length)]),
  ];
  return paper.paint('red', `${marks.no} ${parts.join(', ')}`);
}

function silentText(silent: number, of: number): string {
  return of === 1 ? 'no usable answer' : `${silent} of ${of} replicas gave no usable answer`;
}
