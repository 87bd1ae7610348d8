/**
 * `kindgi-pack invoke`: calls a tool. The output alone goes to standard output, so that it can be piped on; what
 * is to be said about the call goes to standard error.
 */
import { randomUUID } from 'node:crypto';
import type { ToolOutcome } from '../../outcome.js';
import type { ToolRef } from '../../protocol/messages.js';
import { isSafeToRetry } from '../../unwrap.js';
import { type ExitCode, exitCode } from '../exit-code.js';
import type { Io } from '../io.js';
import { readJsonOption } from '../json-option.js';
import { attemptLines, factsText, failureLines, marks } from '../outcome-text.js';
import { awaitCall } from '../progress.js';
import { type ServiceArguments, withClient } from '../service.js';
import { WrongUse } from '../wrong-use.js';

interface InvokeArguments extends ServiceArguments {
  /** `id` or `id@version`. */
  readonly tool: string;
  readonly input: string;
  /** Default `cli`. */
  readonly tenantId: string | undefined;
  /** Default `cli-<uuid>`. */
  readonly runId: string | undefined;
}

/** Calls the tool and prints its output: 0 a result, 1 a pack error, 3 no answer. Throws WrongUse. */
export async function invoke(args: InvokeArguments, io: Io): Promise<ExitCode> {
  const tool = parseTool(args.tool);
  const input = await readJsonOption({ name: '--input', text: args.input }, io);
  const ctx = { tenantId: args.tenantId ?? 'cli', runId: args.runId ?? `cli-${randomUUID()}` };
  const outcome = await withClient(args, io, (client) =>
    awaitCall(io.err, args.tool, () => client.invoke({ tool, input, ctx }, { signal: io.signal })),
  );
  if (io.json) io.out.json({ ...outcome, safeToRetry: isSafeToRetry(outcome) });
  else print(outcome, io);
  return exitCodeOf(outcome);
}

/** @throws WrongUse for an id or version that is empty. */
function parseTool(text: string): ToolRef {
  const at = text.lastIndexOf('@');
  const tool = at > 0 ? { id: text.slice(0, at), version: text.slice(at + 1) } : { id: text };
  if (tool.id === '' || tool.version === '') throw new WrongUse('<tool> expects an id, or id@version');
  return tool;
}

function print(outcome: ToolOutcome, { out, err }: Io): void {
  if (outcome.kind !== 'result') {
    for (const line of failureLines(err, outcome)) err.line(line);
    return;
  }
  out.json(outcome.output);
  if (!err.isTerminal) return;
  err.line(`${err.paint('green', marks.yes)} ${err.paint('dim', `ran · ${factsText(outcome)}`)}`);
  if (outcome.attempts.length > 1) for (const line of attemptLines(err, outcome.attempts)) err.line(line);
}

function exitCodeOf(outcome: ToolOutcome): ExitCode {
  switch (outcome.kind) {
    case 'result':
      return exitCode.yes;
    case 'error':
      return exitCode.no;
    case 'transport':
      return exitCode.noAnswer;
  }
}
