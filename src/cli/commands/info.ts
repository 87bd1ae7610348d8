/** `kindgi-pack info`: what a pack service says of itself. With several addresses the first that answers. */
import type { InfoResult } from '../../outcome.js';
import { durationText } from '../duration.js';
import { type ExitCode, exitCode } from '../exit-code.js';
import type { Io } from '../io.js';
import { failureLines } from '../outcome-text.js';
import type { Paper } from '../paper.js';
import { safeText } from '../safe-text.js';
import { type ServiceArguments, withClient } from '../service.js';
import { tableLines } from '../table.js';

/** Prints what the first replica that answers says: 0, or 3 if none does. Throws WrongUse. */
export async function info(args: ServiceArguments, io: Io): Promise<ExitCode> {
  const { timeoutMs } = args;
  const outcome = await withClient(args, io, (client) => client.info({ timeoutMs, signal: io.signal }));
  if (io.json) io.out.json(outcome);
  else if (outcome.kind === 'info') for (const line of infoLines(io.out, outcome)) io.out.line(line);
  else for (const line of failureLines(io.err, outcome)) io.err.line(line);
  return outcome.kind === 'info' ? exitCode.yes : exitCode.noAnswer;
}

function infoLines(paper: Paper, { info: told, attempts, durationMs }: InfoResult): readonly string[] {
  const head = (text: string): string => paper.paint('bold', text);
  const replica = attempts.at(-1)?.replica ?? '';
  return [
    `${head(`${safeText(told.packId)} ${safeText(told.packVersion)}`)}  build ${safeText(told.artifactVersion)}  protocol ${told.protocol}`,
    paper.paint('dim', `${safeText(replica)} answered in ${durationText(durationMs)}`),
    '',
    head(`Tools (${told.tools.length})`),
    ...tableLines(
      paper,
      told.tools.map(({ id, version }) => [
        safeText(id),
        { text: version === undefined ? 'no version' : safeText(version), style: 'dim' },
      ]),
    ),
    '',
    head(`Checks (${told.checks.length})`),
    ...told.checks.map((id) => `  ${safeText(id)}`),
    '',
    head('Environment'),
    `  ${environmentText(paper, told.missingEnv)}`,
  ];
}

function environmentText(paper: Paper, missing: readonly string[] | undefined): string {
  if (missing === undefined) return paper.paint('yellow', 'unknown: the service is too old to say');
  if (missing.length === 0) return paper.paint('green', 'complete');
  return paper.paint('red', `missing: ${missing.map(safeText).join(', ')}`);
}
