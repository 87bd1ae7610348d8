/** `kindgi-pack check`: runs a guardrail check on a trace and says whether it passed. */
import { randomUUID } from 'node:crypto';
import type { CheckOutcome, CheckVerdict } from '../../outcome.js';
import { isObject, ownField } from '../../own-fields.js';
import { isSafeToRetry } from '../../unwrap.js';
import { type ExitCode, exitCode } from '../exit-code.js';
import type { Io } from '../io.js';
import { readJsonOption, refuseSharedInput } from '../json-option.js';
import { factsText, failureLines, marks } from '../outcome-text.js';
import type { Paper } from '../paper.js';
import { awaitCall } from '../progress.js';
import { safeJson, safeText } from '../safe-text.js';
import { type ServiceArguments, withClient } from '../service.js';
import { tableLines } from '../table.js';
import { WrongUse } from '../wrong-use.js';

interface CheckArguments extends ServiceArguments {
  readonly check: string;
  /** Default `{}`. */
  readonly config: string | undefined;
  readonly trace: string;
  /** Default `cli-<uuid>`. */
  readonly runId: string | undefined;
}

/** Runs a check and prints the verdict: 0 passed, 1 failed or a pack error, 3 no answer. Throws WrongUse. */
export async function check(args: CheckArguments, io: Io): Promise<ExitCode> {
  if (args.check === '') throw new WrongUse('<check> expects an id');
  const configOption = { name: '--config', text: args.config ?? '{}' };
  const traceOption = { name: '--trace', text: args.trace };
  refuseSharedInput([configOption, traceOption]);
  const config = asObject(await readJsonOption(configOption, io));
  const trace = await readJsonOption(traceOption, io);
  const runId = args.runId ?? runIdOf(trace) ?? `cli-${randomUUID()}`;
  const outcome = await withClient(args, io, (client) =>
    awaitCall(io.err, args.check, () =>
      client.check({ check: args.check, config, trace, runId }, { signal: io.signal }),
    ),
  );
  if (io.json) io.out.json({ ...outcome, safeToRetry: isSafeToRetry(outcome) });
  else print(outcome, io);
  return exitCodeOf(outcome);
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  if (isObject(value)) return value;
  throw new WrongUse('--config expects a JSON object');
}

/** A trace names its own run; an invented id would hide it. */
function runIdOf(trace: unknown): string | undefined {
  const runId = ownField(trace, 'runId');
  return typeof runId === 'string' && runId !== '' ? runId : undefined;
}

function print(outcome: CheckOutcome, { out, err }: Io): void {
  const isVerdict = outcome.kind === 'check-result';
  const paper = isVerdict ? out : err;
  for (const line of isVerdict ? verdictLines(out, outcome) : failureLines(err, outcome, 'config'))
    paper.line(line);
}

function verdictLines(paper: Paper, verdict: CheckVerdict): readonly string[] {
  const { passed, reason, judgeResponse, attributes } = verdict.result;
  const head = passed
    ? `${paper.paint('green', marks.yes)} ${paper.paint('bold', 'passed')}`
    : `${paper.paint('red', marks.no)} ${paper.paint('bold', 'failed')}`;
  const rows = [
    ['reason', reason],
    ['judge', judgeResponse],
    ['attributes', attributes === undefined ? undefined : safeJson(attributes, 0)],
    ['request', factsText(verdict)],
  ].flatMap(([name = '', text]) =>
    text === undefined ? [] : [[{ text: name, style: 'dim' } as const, safeText(text)]],
  );
  return [head, ...tableLines(paper, rows)];
}

function exitCodeOf(outcome: CheckOutcome): ExitCode {
  switch (outcome.kind) {
    case 'check-result':
      return outcome.result.passed ? exitCode.yes : exitCode.no;
    case 'error':
      return exitCode.no;
    case 'transport':
      return exitCode.noAnswer;
  }
}
