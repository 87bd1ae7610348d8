/**
 * The built command as a process: each exit code and stream once, pipes, and that no token comes out of it. What
 * each command says is tested in `commands.test.ts`, without a process.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningPackService } from '../../mocks/index.js';
import { until } from '../until.js';
import {
  chargeCard,
  envOf,
  exportLedger,
  findInvoice,
  listInvoices,
  makeFolder,
  openIndex,
  startSample,
  startSilence,
  token,
} from './fixture.js';
import { cli, exitOf, spawnCli, startCli } from './run-cli.js';

/** Several times what a pipe holds. */
const rows = 10_000;
const startLimitMs = 15_000;
const folder = makeFolder();
let service: RunningPackService;
beforeAll(async () => {
  const manyInvoices = () => Array.from({ length: rows }, (_, at) => ({ id: `inv_${at}`, paid: false }));
  service = await startSample({ index: openIndex, tools: { [listInvoices]: manyInvoices } });
});
afterAll(async () => {
  folder[Symbol.dispose]();
  await service.close();
});

describe('exit codes', () => {
  test.concurrent('0: ready, quietly, with no token to be found', async () => {
    const ended = await cli(['ready', '--quiet', '--url', service.url]);
    expect(ended).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
  });

  test.concurrent('1: a pack error, as a document; the token is sent, and shown nowhere', async () => {
    const input = '{"invoiceId":"inv_1","amountCents":1,"card":"card_declined"}';
    const args = ['invoke', chargeCard, '--input', '-', '--run', 'with-token', '--json'];
    const ended = await cli(args, { env: envOf(service), input });
    expect(ended).toMatchObject({ code: 1, signal: null, stderr: '' });
    expect(JSON.parse(ended.stdout)).toMatchObject({
      kind: 'error',
      code: 'handler-throw',
      attempts: [{ stage: 'answered', status: 200 }],
      safeToRetry: false,
    });
    const call = service.calls.find(({ headers }) => headers['kindgi-run-id'] === 'with-token');
    expect(call?.headers['kindgi-pack-token']).toBe(token);
    expect(ended.stdout).not.toContain(token);
  });

  test.concurrent('2: a bad index is one sentence', async () => {
    const index = folder.file('half.json', '{"v":1,\n  oops');
    const { stderr, ...ended } = await cli(['reconcile', '--index', index], { env: envOf(service) });
    expect(ended).toEqual({ code: 2, signal: null, stdout: '' });
    expect(stderr).toMatch(/^kindgi-pack: [^\n]*half\.json[^\n]* at line 2, column 3\n$/);
  });

  test.concurrent('2: a token among the arguments is refused, and not repeated', async () => {
    const ended = await cli(['info', '--token', 'hush-hush', '--json'], { env: { FORCE_COLOR: '1' } });
    expect(ended.code).toBe(2);
    expect(ended.stderr.startsWith('\u001b[31mkindgi-pack\u001b[39m: there is no --token, ')).toBe(true);
    expect(JSON.parse(ended.stdout)).toMatchObject({ kind: 'wrong-use' });
    expect(ended.stdout + ended.stderr).not.toContain('hush');
  });

  test.concurrent('3: a host that never answers is left when the time-out is over', async () => {
    await using silence = await startSilence();
    const ended = await cli(['ready', '--json', '--timeout', '250ms', '--url', silence.url]);
    expect(ended).toMatchObject({ code: 3, signal: null, stderr: '' });
    const report = { ready: false, replicas: [{ state: 'unreachable' }] };
    expect(JSON.parse(ended.stdout)).toMatchObject(report);
  });

  test.concurrent('130: a call under way is cancelled at the service too, and may have run', async () => {
    await using own = await startSample();
    const args = ['invoke', exportLedger, '--input', '{"year":2026,"workMs":600000}', '--json'];
    const { child, ended } = startCli(args, { env: envOf(own) });
    await until(() => own.calls[0]?.handler === 'running', 'the tool runs', startLimitMs);
    expect(await argumentsOf(child.pid)).toMatch(/invoke acme\.billing\.export-ledger/);
    expect(await argumentsOf(child.pid)).not.toContain(token);
    child.kill('SIGINT');
    const { stdout, ...exit } = await ended;
    expect(exit).toEqual({ code: 130, signal: null, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'transport',
      reason: 'cancelled',
      execution: 'may-have-run',
      cause: { message: 'ended by Ctrl+C' },
    });
    await until(() => own.calls[0]?.handler === 'threw', 'the tool was told to stop');
  });

  test.concurrent('130: waiting for a service ends', async () => {
    await using own = await startSample({ ready: false });
    const { child, ended } = startCli(['ready', '--wait', '10m', '--url', own.url]);
    await until(() => (own.requests.get('/readyz') ?? 0) >= 1, 'it asked', startLimitMs);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 130, signal: null });
  });

  test.concurrent('130: a demo service runs until Ctrl+C, and the other commands find it', async () => {
    const child = spawnCli(['demo', '--serve']);
    const lines: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (text: string) => lines.push(...text.trim().split('\n')));
    await until(() => lines.length >= 2, 'it says where it is', startLimitMs);
    const env = Object.fromEntries(lines.map((line) => line.replace('export ', '').split('=')));
    expect(await cli(['ready', '--quiet'], { env })).toMatchObject({ code: 0 });
    const ended = await cli(['invoke', findInvoice, '--input', '{"invoiceId":"inv_102"}'], { env });
    expect(ended).toMatchObject({ code: 0 });
    const exit = exitOf(child);
    child.kill('SIGINT');
    expect(await exit).toEqual({ code: 130, signal: null });
  });

  test.concurrent('130: waiting for standard input ends', async () => {
    const args = ['invoke', exportLedger, '--input', '-', '--json'];
    const { child, ended } = startCli(args, { input: 'stays-open' });
    // More than a pipe holds: when all of it is gone, the command reads.
    child.stdin.write('{"year": 2026,'.padEnd(256 * 1024));
    await until(() => child.stdin.writableLength === 0, 'it reads standard input', startLimitMs);
    child.kill('SIGINT');
    const { code, stdout } = await ended;
    expect(code).toBe(130);
    expect(JSON.parse(stdout)).toEqual({ kind: 'interrupted' });
  });
});

/** What anyone on the machine can see of a process. */
async function argumentsOf(pid: number | undefined): Promise<string> {
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'args=', '-p', String(pid)]);
  return stdout;
}

describe('pipes', () => {
  const list = ['invoke', listInvoices, '--input', '{}'];

  test.concurrent('a slow reader gets all of it', async () => {
    const child = spawnCli(list, { env: envOf(service) });
    const exit = exitOf(child);
    const chunks: Buffer[] = [];
    for await (const chunk of child.stdout.iterator()) {
      chunks.push(Buffer.from(chunk));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(JSON.parse(Buffer.concat(chunks).toString())).toHaveLength(rows);
    expect(await exit).toEqual({ code: 0, signal: null });
  });

  test.concurrent.each([
    ['a result', ['invoke', findInvoice, '--input', '{"invoiceId":"inv_101"}'], 3],
    ['a document', ['info', '--json'], 3],
    ['a refusal', ['invoke', 'acme.none', '--input', '{}', '--json'], 3],
    ['wrong use', ['info', '--nope', '--json'], 2],
  ] as const)('%s that cannot be written is a sentence, and not a good end', async (_what, args, code) => {
    const ended = await cli(args, { env: envOf(service), redirect: '>/dev/full' });
    expect(ended).toMatchObject({ code, signal: null });
    expect(ended.stderr).toMatch(/(?:^|\n)kindgi-pack: cannot write standard output: no space left\n$/);
    expect(ended.stderr).not.toMatch(/^ +at /m);
  });

  test.concurrent('nothing at all can be written anywhere', async () => {
    const args = ['ready', '--quiet', '--url', service.url];
    const ended = await cli(args, { redirect: '>/dev/full' });
    expect(ended).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
  });

  test.concurrent('standard error that cannot be written changes no exit code', async () => {
    const args = ['invoke', 'acme.none', '--input', '{}'];
    expect(await cli(args, { env: envOf(service), redirect: '2>/dev/full' })).toMatchObject({ code: 1 });
  });

  test.concurrent('a reader that goes away is no failure', async () => {
    const child = spawnCli(list, { env: envOf(service) });
    const exit = exitOf(child);
    const errors: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    child.stdout.once('data', () => child.stdout.destroy());
    expect(await exit).toEqual({ code: 0, signal: null });
    expect(Buffer.concat(errors).toString()).toBe('');
  });
});
