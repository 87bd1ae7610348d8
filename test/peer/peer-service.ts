/**
 * Starts the real Python pack service as a process of its own and ends it again. It ends with the test worker
 * too, however that one comes to its end (see `serve.py`), so that a failed test leaves none behind; no other
 * process is touched.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { packDir } from './build-index.js';

export interface PeerSetup {
  /** The service's own environment, beside what it needs to start. Default none. */
  readonly env?: Readonly<Record<string, string>>;
  /** Calls at once. Default: the service's own default, 32. */
  readonly maxConcurrency?: number;
  /** What a missing required name means. Default: the service's own default, `strict`. */
  readonly envCheck?: 'strict' | 'warn';
  /** The index that it serves. Default: that of the pack, and the hollow entries. */
  readonly indexPath?: string;
  /** Default `peer-token`. */
  readonly token?: string;
}

export interface PeerService {
  readonly url: string;
  readonly token: string;
  /** The service's log so far. */
  readonly stderrLines: readonly string[];
  /** Settles when the process has ended; `null` when a signal killed it. */
  readonly exitCode: Promise<number | null>;
  /** Sends the signal (default SIGKILL; SIGTERM drains) and waits for the end; the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

const program = fileURLToPath(new URL('./serve.py', import.meta.url));

/**
 * Resolves when the service listens.
 *
 * @throws Error with the service's log when it ends instead.
 */
export async function startPeerService(setup: PeerSetup = {}): Promise<PeerService> {
  const token = setup.token ?? 'peer-token';
  const indexPath = setup.indexPath ?? inject('peerServedIndexPath');
  const index = ['--index', indexPath, '--module-root', packDir];
  const args = [program, 'serve', ...index, '--host', '127.0.0.1'];
  const child = spawn(inject('peerPython'), args, {
    env: environment(setup, token),
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const stderrLines: string[] = [];
  const exitCode = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const port = await Promise.race([
    listeningPort(child, stderrLines),
    exitCode.then((code) => {
      throw new Error(`the pack service ended with ${code}:\n${stderrLines.join('\n')}`);
    }),
  ]);
  return {
    url: `http://127.0.0.1:${port}`,
    token,
    stderrLines,
    exitCode,
    async stop(signal = 'SIGKILL') {
      child.kill(signal);
      return exitCode;
    },
  };
}

function environment(setup: PeerSetup, token: string): NodeJS.ProcessEnv {
  const { PATH = '' } = process.env;
  return {
    PATH,
    PYTHONDONTWRITEBYTECODE: '1',
    PORT: '0',
    KINDGI_PACK_SERVICE_TOKEN: token,
    ...(setup.maxConcurrency === undefined
      ? {}
      : { KINDGI_PACK_SERVICE_MAX_CONCURRENCY: String(setup.maxConcurrency) }),
    ...(setup.envCheck === undefined ? {} : { KINDGI_PACK_ENV_CHECK: setup.envCheck }),
    ...setup.env,
  };
}

function listeningPort(child: ChildProcess, stderrLines: string[]): Promise<number> {
  return new Promise((resolve) => {
    if (child.stderr === null) return;
    createInterface({ input: child.stderr }).on('line', (line) => {
      stderrLines.push(line);
      const port = portOf(line);
      if (port !== undefined) resolve(port);
    });
  });
}

function portOf(line: string): number | undefined {
  try {
    const record: unknown = JSON.parse(line);
    if (typeof record !== 'object' || record === null) return undefined;
    const listening = [Reflect.get(record, 'kind'), Reflect.get(record, 'event')].includes('listening');
    const port: unknown = Reflect.get(record, 'port');
    return listening && typeof port === 'number' ? port : undefined;
  } catch {
    return undefined;
  }
}
