/**
 * Runs the command inside the test's own process, with streams that keep what is written on them: all of it but
 * the process itself. Faster than a process by far; what only a process has (pipes, signals, an environment of its
 * own) is tested with one.
 */
import { Writable } from 'node:stream';
import type { ExitCode } from '../../src/cli/exit-code.js';
import { run } from '../../src/cli/run.js';

export interface Said {
  readonly code: ExitCode;
  readonly stdout: string;
  readonly stderr: string;
}

function keepText(): { readonly stream: Writable; readonly text: () => string } {
  let kept = '';
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      kept += String(chunk);
      done();
    },
  });
  return { stream, text: () => kept };
}

export async function runInProcess(argv: readonly string[]): Promise<Said> {
  const [out, err] = [keepText(), keepText()];
  const code = await run(argv, { stdout: out.stream, stderr: err.stream });
  return { code, stdout: out.text(), stderr: err.text() };
}
