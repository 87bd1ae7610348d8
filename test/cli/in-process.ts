/**
 * Runs a command inside the test's own process: arguments to job, job to exit code, with paper that keeps what is
 * written on it. Faster than a process by far; what only a process has (streams, signals) is tested with one.
 */
import type { ExitCode } from '../../src/cli/exit-code.js';
import type { Paper } from '../../src/cli/paper.js';
import { parseArguments } from '../../src/cli/program.js';
import { safeJson } from '../../src/cli/safe-text.js';

export interface Said {
  readonly code: ExitCode;
  readonly stdout: string;
  readonly stderr: string;
}

interface KeptPaper extends Paper {
  readonly text: () => string;
}

function keepPaper(): KeptPaper {
  let kept = '';
  const write = (text: string): void => {
    kept += text;
  };
  return {
    isTerminal: false,
    hasColour: false,
    columns: 100,
    write,
    line: (text = '') => write(`${text}\n`),
    json: (value) => write(`${safeJson(value, 2)}\n`),
    paint: (_style, text) => text,
    text: () => kept,
  };
}

/** @throws WrongUse or PackUsageError, as the command does. */
export async function runInProcess(argv: readonly string[]): Promise<Said> {
  const out = keepPaper();
  const err = keepPaper();
  const job = parseArguments(argv, { out, err });
  const io = { out, err, json: argv.includes('--json'), signal: new AbortController().signal };
  const code = typeof job === 'function' ? await job(io) : job;
  return { code, stdout: out.text(), stderr: err.text() };
}
