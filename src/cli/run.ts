/**
 * One run of the command: arguments, command, output, exit code, and every error in one sentence. What a command
 * does is loaded only when it is asked for, so that `ready` starts fast and wrong use costs next to nothing.
 */
import { PackUsageError } from '../errors.js';
import { asksForJson } from './argument-errors.js';
import { type ExitCode, exitCode } from './exit-code.js';
import { listenForInterrupt } from './interrupt.js';
import type { Io } from './io.js';
import { createPaper, type PaperStream } from './paper.js';
import { parseArguments } from './program.js';
import { safeText } from './safe-text.js';
import { WrongUse } from './wrong-use.js';

const maxIssuesShown = 3;

/**
 * Runs the command with these arguments (without node and script) and gives its exit code; never rejects.
 *
 * @param streams what it writes to: by default the process's own.
 */
export async function run(
  argv: readonly string[],
  streams: { readonly stdout: PaperStream; readonly stderr: PaperStream } = process,
): Promise<ExitCode> {
  const interrupt = listenForInterrupt();
  const io: Io = {
    out: createPaper(streams.stdout),
    err: createPaper(streams.stderr),
    json: asksForJson(argv),
    signal: interrupt.signal,
  };
  const code = await runJob(argv, io).finally(() => interrupt.stop());
  const failure = await io.out.settled();
  if (failure === undefined) return code;
  say(io, `cannot write standard output: ${failure}`);
  // Whatever the answer was, nobody has it.
  return code === exitCode.yes || code === exitCode.no ? exitCode.noAnswer : code;
}

async function runJob(argv: readonly string[], io: Io): Promise<ExitCode> {
  try {
    const job = parseArguments(argv, io);
    const code = typeof job === 'function' ? await job(io) : job;
    return io.signal.aborted ? exitCode.interrupted : code;
  } catch (error) {
    return io.signal.aborted ? interrupted(io) : tell(error, io);
  }
}

function interrupted(io: Io): ExitCode {
  io.err.line('kindgi-pack: ended by Ctrl+C');
  if (io.json) io.out.json({ kind: 'interrupted' });
  return exitCode.interrupted;
}

/** Wrong use is the person's to mend; anything else is a defect, and says so without a stack. */
function tell(error: unknown, io: Io): ExitCode {
  const { kind, message, issues, code } = describe(error);
  say(io, message);
  if (io.json) io.out.json({ kind, message, ...(issues.length === 0 ? {} : { issues }) });
  return code;
}

function say({ err }: Io, message: string): void {
  err.line(`${err.paint('red', 'kindgi-pack')}: ${safeText(message)}`);
}

interface Description {
  readonly kind: 'wrong-use' | 'failure';
  readonly message: string;
  readonly issues: WrongUse['issues'];
  readonly code: ExitCode;
}

function describe(error: unknown): Description {
  if (error instanceof WrongUse) {
    return { kind: 'wrong-use', message: error.message, issues: error.issues, code: exitCode.wrongUse };
  }
  if (error instanceof PackUsageError) {
    const { issues } = error;
    const message = issues.length <= maxIssuesShown ? error.message : shortened(error.message, issues);
    return { kind: 'wrong-use', message, issues, code: exitCode.wrongUse };
  }
  const reason = error instanceof Error ? error.message : 'unknown error';
  return { kind: 'failure', message: `unexpected failure: ${reason}`, issues: [], code: exitCode.noAnswer };
}

function shortened(message: string, issues: WrongUse['issues']): string {
  const what = message.slice(0, message.indexOf(`: ${issues[0]?.path ?? ''}`));
  const first = issues.slice(0, maxIssuesShown).map((issue) => `${issue.path}: ${issue.message}`);
  return `${what}: ${first.join('; ')}; and ${issues.length - maxIssuesShown} more`;
}
