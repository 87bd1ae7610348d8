/** `demo`: every kind of ending in one run that needs nothing and leaves nothing. */
import { expect, test } from 'vitest';
import { cli } from './run-cli.js';

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

test.concurrent('as a document it tells the truth about each call', async () => {
  const ended = await cli(['demo', '--json']);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  const { scenes }: { readonly scenes: readonly SceneDocument[] } = JSON.parse(ended.stdout);
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

test.concurrent('for people it ends with a table of all of them', async () => {
  const ended = await cli(['demo']);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  const table = ended.stdout.slice(ended.stdout.indexOf('WHAT HAPPENED')).trimEnd().split('\n');
  expect(table).toHaveLength(10);
  expect(table.at(-1)).toMatch(/Nobody there +✖ unreachable +did not run +0 +3 .* safe$/);
  expect(ended.stdout).not.toContain('\u001b');
});
