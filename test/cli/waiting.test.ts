/** What takes a while: waiting for a service, and the demo. */
import { describe, expect, test } from 'vitest';
import { statesText } from '../../src/cli/probe-text.js';
import { until } from '../until.js';
import { closedUrl, startSample } from './fixture.js';
import { runInProcess } from './in-process.js';
import { cli } from './run-cli.js';

describe('ready --wait', () => {
  test.concurrent('ends well once the service is ready', async () => {
    await using service = await startSample({ ready: false });
    const running = runInProcess(['ready', '--wait', '1m', '--url', service.url]);
    await until(() => (service.requests.get('/readyz') ?? 0) >= 2, 'it asked twice', 15_000);
    service.setReady(true);
    const said = await running;
    expect(said).toMatchObject({ code: 0, stderr: 'waiting until ready: not-ready\n' });
    expect(said.stdout).toMatch(/✔ .* ready/);
  });

  test.concurrent('ends with the last answer when the time is over', async () => {
    await using service = await startSample({ ready: false });
    const said = await runInProcess(['ready', '--wait', '1s', '--json', '--url', service.url]);
    expect(said.code).toBe(1);
    expect(JSON.parse(said.stdout)).toMatchObject({ ready: false, replicas: [{ state: 'not-ready' }] });
  });

  test.concurrent('tells what keeps it from an answer while there is still time to mend it', async () => {
    const url = await closedUrl();
    const said = await runInProcess(['ready', '--wait', '200ms', '--json', '--url', url]);
    expect(said).toMatchObject({ code: 3, stderr: 'waiting until ready: unreachable (ECONNREFUSED)\n' });
  });

  const replica = { url: 'http://a', ready: false, durationMs: 1 } as const;
  test.concurrent('counts replicas that are alike', () => {
    const silent = { ...replica, state: 'unreachable', cause: 'deadline-exceeded' } as const;
    const replicas = [silent, silent, { ...replica, state: 'draining' } as const];
    expect(statesText({ ready: false, replicas })).toBe('2 unreachable (no answer in time), 1 draining');
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
