/**
 * Finds a Python that can run the real pack service. Only asks each candidate for its version and for the
 * modules that a virtual environment needs; installs nothing.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

const candidates = ['python3.11', 'python3.12', 'python3.13', 'python3.14', 'python3', 'python'] as const;
const oldestMinor = 11;
/** A version manager's shim may exist and still refuse: what a candidate prints decides, not its presence. */
const question = 'import ensurepip, sys, venv; print(sys.version_info[0], sys.version_info[1])';

export interface Python {
  readonly command: string;
  /** `3.11`. */
  readonly version: string;
}

/**
 * The first Python of at least 3.11 that can make virtual environments.
 *
 * @throws Error, one sentence that says what to install.
 */
export async function findPython(): Promise<Python> {
  for (const command of candidates) {
    const version = await versionOf(command);
    if (version !== undefined) return { command, version };
  }
  const sentence = `The peer tests run a real pack service: install Python 3.${oldestMinor} or later with its venv module.`;
  // Whoever reads it needs the sentence, not where it was thrown.
  throw Object.assign(new Error(sentence), { stack: sentence });
}

async function versionOf(command: string): Promise<string | undefined> {
  try {
    const { stdout } = await run(command, ['-c', question], { timeout: 20_000 });
    const [major, minor] = stdout.trim().split(' ').map(Number);
    return major === 3 && minor !== undefined && minor >= oldestMinor ? `${major}.${minor}` : undefined;
  } catch {
    return undefined;
  }
}
