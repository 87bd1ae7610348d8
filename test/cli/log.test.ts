/** `--log`: the library's records on standard error, as pino writes them, and nothing of it on standard output. */
import { execFile } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RunningPackService } from '../../mocks/index.js';
import { createLog } from '../../src/cli/log.js';
import { createPaper } from '../../src/cli/paper.js';
import { envOf, findInvoice, startSample, token } from './fixture.js';
import { runInProcess } from './in-process.js';
import { cli } from './run-cli.js';

let service: RunningPackService;
beforeAll(async () => {
  service = await startSample();
  for (const [name, value] of Object.entries(envOf(service))) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await service.close();
});

const input = '{"invoiceId":"inv_102"}';
const invoke = ['invoke', findInvoice, '--input', input, '--json'];

/** The records among the lines. */
function recordsIn(stderr: string): readonly Readonly<Record<string, unknown>>[] {
  return stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

describe('records go to standard error', () => {
  test('of calls and tries, beside one document on standard output', async () => {
    const { code, stdout, stderr } = await runInProcess([...invoke, '--run', 'run-1', '--log', 'debug']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'result' });
    const about = { name: 'kindgi-pack', runId: 'run-1', toolId: findInvoice };
    expect(recordsIn(stderr)).toMatchObject([
      { level: 20, event: 'pack.attempt', ...about, status: 200 },
      { level: 30, event: 'pack.call', ...about, execution: 'ran', attempts: 1 },
    ]);
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
    expect(stderr).not.toContain(token);
    expect(stderr).not.toContain('inv_102');
  });

  test('with nothing in them that moves a terminal', async () => {
    const { stderr } = await runInProcess([...invoke, '--run', 'a\u202eb\u009bc', '--log', 'info']);
    expect(stderr).toContain('a\\u202eb\\u009bc');
    expect(recordsIn(stderr)).toMatchObject([{ runId: 'a\u202eb\u009bc' }]);
  });

  test('of a refusal, with what it does to the replica', async () => {
    await service.fail('draining', { times: 1, retryAfter: 0 });
    const { code, stderr } = await runInProcess([...invoke, '--log', 'info']);
    expect(code).toBe(0);
    expect(recordsIn(stderr).map(({ event }) => event)).toEqual([
      'pack.replica-cooling',
      'pack.replica-recovered',
      'pack.call',
    ]);
  });

  test.each([[], ['--log', 'silent'], ['--log', 'warn']])(
    'but none of a good call with %j',
    async (...log) => {
      const { code, stderr } = await runInProcess([...invoke, ...log]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    },
  );

  test.each(['ready', 'health', 'info'])('and %s, which makes no call, takes it too', async (command) => {
    const { code, stderr } = await runInProcess([command, '--log', 'debug', '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});

test('it is in the help of calls, and only there', async () => {
  for (const command of ['invoke', 'check']) {
    expect((await runInProcess([command, '--help'])).stdout).toContain('--log <level>');
  }
  expect((await runInProcess(['ready', '--help'])).stdout).not.toContain('--log');
});

test('on a terminal a record takes the place of a progress line', async () => {
  const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true });
  const logger = await createLog('info', createPaper(stream));
  logger?.info({ event: 'pack.call' }, 'done');
  const written = String(stream.read());
  expect(written.startsWith('\r\u001b[K{"level":30,')).toBe(true);
  expect(written.endsWith('"event":"pack.call","msg":"done"}\n')).toBe(true);
});

describe('as a process', () => {
  test.concurrent('every record is written before the command ends', async () => {
    const ended = await cli([...invoke, '--log', 'debug'], { env: envOf(service) });
    expect(ended.code).toBe(0);
    expect(recordsIn(ended.stderr).map(({ event }) => event)).toEqual(['pack.attempt', 'pack.call']);
  });

  test.concurrent('records that cannot be written change no exit code', async () => {
    const args = [...invoke, '--log', 'debug'];
    expect(await cli(args, { env: envOf(service), redirect: '2>/dev/full' })).toMatchObject({ code: 0 });
  });

  test.concurrent('pino is loaded only where records are wanted', async () => {
    const main = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
    const program = `
      process.argv.splice(1, 1, 'kindgi-pack');
      await import(process.env.MAIN);
      const { createRequire } = await import('node:module');
      const loaded = Object.keys(createRequire(process.env.MAIN).cache);
      console.log(loaded.some((file) => file.includes('/node_modules/pino/')));`;
    const loadsPino = async (...args: readonly string[]) => {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--input-type=module', '--eval', program, '--', ...args],
        { env: { ...envOf(service), MAIN: main } },
      );
      return stdout.trimEnd().split('\n').at(-1);
    };
    expect(await loadsPino('kindgi-pack', 'ready', '--quiet')).toBe('false');
    expect(await loadsPino('kindgi-pack', ...invoke)).toBe('false');
    expect(await loadsPino('kindgi-pack', ...invoke, '--log', 'info')).toBe('true');
  });
});
