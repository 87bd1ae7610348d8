/**
 * Runs the built command as a process of its own, the way a shell does: arguments, a clean environment, standard
 * input, and everything it wrote. It never builds anything.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  /** Beside `PATH`; nothing else of this process's environment is passed on. */
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input; without it, it is closed at once. */
  readonly input?: string | 'stays-open';
  /** As a shell writes it, `>/dev/full` for instance. */
  readonly redirect?: string;
}

export interface RunningCli {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<Ended>;
}

/** Starts the command. */
export function startCli(args: readonly string[], options: CliOptions = {}): RunningCli {
  const child = spawnCli(args, options);
  const ended = Promise.all([text(child.stdout), text(child.stderr), exitOf(child)]).then(
    ([stdout, stderr, exit]) => ({ ...exit, stdout, stderr }),
  );
  return { child, ended };
}

/** Runs the command to its end. */
export function cli(args: readonly string[], options?: CliOptions): Promise<Ended> {
  return startCli(args, options).ended;
}

/** Starts the command and reads none of its output. */
export function spawnCli(
  args: readonly string[],
  { env, input, redirect }: CliOptions = {},
): ChildProcessWithoutNullStreams {
  if (!existsSync(bin)) throw new Error(`${bin} is not there: build it first with npm run build`);
  const words = [process.execPath, bin, ...args];
  const [program = '', ...rest] =
    redirect === undefined ? words : ['sh', '-c', `exec "$0" "$@" ${redirect}`, ...words];
  const child = spawn(program, rest, { env: { PATH: process.env['PATH'] ?? '', ...env } });
  // A command that does not read its input may be gone before it is written.
  child.stdin.on('error', () => {});
  if (input !== 'stays-open') child.stdin.end(input ?? '');
  return child;
}

export function exitOf(child: ChildProcessWithoutNullStreams): Promise<Pick<Ended, 'code' | 'signal'>> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}
