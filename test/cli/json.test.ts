/** `--json`: one document on standard output, whatever happens, and all of it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningPackService } from '../../mocks/index.js';
import { amountLimit, envOf, findInvoice, listInvoices, openIndex, startSample } from './fixture.js';
import { cli, exitOf, spawnCli } from './run-cli.js';

const rows = 40_000;
let service: RunningPackService;
beforeAll(async () => {
  service = await startSample({
    index: openIndex,
    tools: {
      [listInvoices]: () => Array.from({ length: rows }, (_, at) => ({ id: `inv_${at}`, paid: false })),
    },
  });
});
afterAll(() => service.close());

const run = (args: readonly string[], input?: string) =>
  cli([...args, '--json'], { env: envOf(service), ...(input === undefined ? {} : { input }) });

test.concurrent('a call is its outcome, with the verdict on sending it again', async () => {
  const ended = await run(
    ['invoke', findInvoice, '--input', '-', '--run', 'run-7'],
    '{"invoiceId":"inv_102"}',
  );
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(ended.stdout)).toMatchObject({
    kind: 'result',
    output: { id: 'inv_102' },
    execution: 'ran',
    attempts: [{ stage: 'answered', status: 200 }],
    safeToRetry: false,
  });
  expect(service.calls.map(({ headers }) => headers['kindgi-run-id'])).toContain('run-7');
});

test.concurrent('so is a call that failed', async () => {
  const ended = await run(['invoke', 'acme.none', '--input', 'null']);
  expect(ended).toMatchObject({ code: 1, stderr: '' });
  expect(JSON.parse(ended.stdout)).toMatchObject({
    kind: 'error',
    code: 'tool-not-in-pack',
    toolId: 'acme.none',
  });
});

test.concurrent('a check, info and health', async () => {
  const verdict = await run([
    'check',
    amountLimit,
    '--config',
    '{"maxCents":1}',
    '--trace',
    '{"amountCents":2}',
  ]);
  expect(JSON.parse(verdict.stdout)).toMatchObject({ kind: 'check-result', result: { passed: false } });
  expect(JSON.parse((await run(['info'])).stdout)).toMatchObject({
    kind: 'info',
    info: { packId: 'acme.billing' },
  });
  expect(JSON.parse((await run(['health'])).stdout)).toMatchObject({
    ready: true,
    replicas: [{ status: 200 }],
  });
});

test.concurrent('wrong use is a document too, beside its sentence on standard error', async () => {
  const ended = await run(['ready', '--wait', 'soon']);
  expect(ended.code).toBe(2);
  const message = '--wait expects a duration such as 500ms, 2s or 1m';
  expect(JSON.parse(ended.stdout)).toEqual({ kind: 'wrong-use', message });
  expect(ended.stderr).toBe(`kindgi-pack: ${message}\n`);
});

test.concurrent('a slow reader gets all of it', async () => {
  const child = spawnCli(['invoke', listInvoices, '--input', '{}'], { env: envOf(service) });
  const exit = exitOf(child);
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout.iterator()) {
    chunks.push(Buffer.from(chunk));
    await new Promise((resolve) => setImmediate(resolve));
  }
  const output: unknown = JSON.parse(Buffer.concat(chunks).toString());
  expect(output).toHaveLength(rows);
  expect(await exit).toEqual({ code: 0, signal: null });
});

test.concurrent('a reader that goes away is no failure', async () => {
  const child = spawnCli(['invoke', listInvoices, '--input', '{}'], { env: envOf(service) });
  const exit = exitOf(child);
  const errors: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  child.stdout.once('data', () => child.stdout.destroy());
  expect(await exit).toEqual({ code: 0, signal: null });
  expect(Buffer.concat(errors).toString()).toBe('');
});
