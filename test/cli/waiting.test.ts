/** What takes a while: waiting for a service, Ctrl+C at every stage, and the demo. */
import { describe, expect, test } from 'vitest';
import { until } from '../until.js';
import { envOf, exportLedger, startSample } from './fixture.js';
import { runInProcess } from './in-process.js';
import { cli, startCli } from './run-cli.js';

describe('ready --wait', () => {
  test.concurrent('ends well once the service is ready', async () => {
    await using service = await startSample({ ready: false });
    const running = startCli(['ready', '--wait', '1m', '--url', service.url]);
    await until(() => (service.requests.get('/readyz') ?? 0) >= 2, 'it asked twice', 15_000);
    service.setReady(true);
    const ended = await running.ended;
    expect(ended).toMatchObject({ code: 0, stderr: 'waiting until ready: not-ready\n' });
    expect(ended.stdout).toMatch(/✔ .* ready/);
  });

  test.concurrent('ends with the last answer when the time is over', async () => {
    await using service = await startSample({ ready: false });
    const said = await runInProcess(['ready', '--wait', '1s', '--json', '--url', service.url]);
    expect(said.code).toBe(1);
    expect(JSON.parse(said.stdout)).toMatchObject({ ready: false, replicas: [{ state: 'not-ready' }] });
  });
});

describe('Ctrl+C: 130', () => {
  test.concurrent('a call under way is cancelled at the service too, and may have run', async () => {
    await using service = await startSample();
    const args = ['invoke', exportLedger, '--input', '{"year":2026,"workMs":600000}', '--json'];
    const { child, ended } = startCli(args, { env: envOf(service) });
    await until(() => service.calls[0]?.handler === 'running', 'the tool runs', 15_000);
    child.kill('SIGINT');
    const { stdout, ...exit } = await ended;
    expect(exit).toEqual({ code: 130, signal: null, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'transport',
      reason: 'cancelled',
      execution: 'may-have-run',
      cause: { message: 'ended by Ctrl+C' },
    });
    await until(() => service.calls[0]?.handler === 'threw', 'the tool was told to stop');
  });

  test.concurrent('waiting for a service ends', async () => {
    await using service = await startSample({ ready: false });
    const { child, ended } = startCli(['ready', '--wait', '10m', '--url', service.url]);
    await until(() => (service.requests.get('/readyz') ?? 0) >= 1, 'it asked', 15_000);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 130, signal: null });
  });

  test.concurrent('waiting for standard input ends', async () => {
    const args = ['invoke', exportLedger, '--input', '-', '--json'];
    const { child, ended } = startCli(args, { input: 'stays-open' });
    // More than a pipe holds: when all of it is gone, the command reads.
    child.stdin.write('{"year": 2026,'.padEnd(256 * 1024));
    await until(() => child.stdin.writableLength === 0, 'it reads standard input', 15_000);
    child.kill('SIGINT');
    const { code, stdout } = await ended;
    expect(code).toBe(130);
    expect(JSON.parse(stdout)).toEqual({ kind: 'interrupted' });
  });
});

interface SceneDocument {
  readonly outcome: {
    readonly kind: string;
    readonly code?: string;
    readonly reason?: string;
    readonly execution: string;
    readonly result?: { readonly passed: boolean };
    readonly attempts: readonly { readonly waitMs?: number }[];
  };
  readonly seen: { readonly arrived: number; readonly began: number };
  readonly safeToRetry: boolean;
}

describe('demo', () => {
  test.concurrent('for people it ends with a table of every kind, and by itself', async () => {
    const ended = await cli(['demo']);
    expect(ended).toMatchObject({ code: 0, signal: null, stderr: '' });
    const table = ended.stdout.slice(ended.stdout.indexOf('WHAT HAPPENED')).trimEnd().split('\n');
    expect(table).toHaveLength(10);
    expect(table.at(-1)).toMatch(/Nobody there +✖ unreachable +did not run +0 +3 .* safe$/);
    expect(ended.stdout).not.toContain('\u001b');
  });

  test.concurrent('as a document it tells the truth about each call', async () => {
    const said = await runInProcess(['demo', '--json']);
    expect(said).toMatchObject({ code: 0, stderr: '' });
    const { scenes }: { readonly scenes: readonly SceneDocument[] } = JSON.parse(said.stdout);
    const told = scenes.map(({ outcome, seen }) => {
      const { kind, code, reason, result, execution, attempts } = outcome;
      return [code ?? reason ?? result?.passed ?? kind, execution, attempts.length, seen.began];
    });
    expect(told).toEqual([
      ['result', 'ran', 1, 1],
      [true, 'ran', 1, 1],
      [false, 'ran', 1, 1],
      ['input-validation-failed', 'did-not-run', 1, 0],
      ['handler-throw', 'ran', 1, 1],
      ['result', 'ran', 2, 1],
      ['deadline-exceeded', 'may-have-run', 1, 1],
      ['connection-lost', 'may-have-run', 1, 1],
      ['unreachable', 'did-not-run', 3, 0],
    ]);
    expect(scenes[5]?.outcome.attempts[0]?.waitMs).toBeGreaterThanOrEqual(1_000);
    expect(scenes.map(({ safeToRetry }) => safeToRetry).indexOf(true)).toBe(8);
  });
});
