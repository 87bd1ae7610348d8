/** The built command as a process: exit codes, streams, pipes, and what must not come out of them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningPackService } from '../../mocks/index.js';
import {
  chargeCard,
  closedUrl,
  envOf,
  findInvoice,
  listInvoices,
  makeFolder,
  openIndex,
  sampleIndex,
  startSample,
  startSilence,
  token,
} from './fixture.js';
import { cli, exitOf, spawnCli } from './run-cli.js';

const rows = 40_000;
const folder = makeFolder();
let service: RunningPackService;
let nobody: string;
beforeAll(async () => {
  const manyInvoices = () => Array.from({ length: rows }, (_, at) => ({ id: `inv_${at}`, paid: false }));
  service = await startSample({ index: openIndex, tools: { [listInvoices]: manyInvoices } });
  nobody = await closedUrl();
});
afterAll(async () => {
  folder[Symbol.dispose]();
  await service.close();
});

const json = (args: readonly string[], input = '') =>
  cli([...args, '--json'], { env: envOf(service), input });

describe('exit codes', () => {
  test.concurrent('0: ready, quietly, with no token to be found', async () => {
    const ended = await cli(['ready', '--quiet', '--url', service.url]);
    expect(ended).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
  });

  test.concurrent('0: a result, from input on standard input, as a document', async () => {
    const ended = await json(['invoke', findInvoice, '--input', '-'], '{"invoiceId":"inv_102"}');
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(ended.stdout)).toMatchObject({
      kind: 'result',
      output: { id: 'inv_102' },
      execution: 'ran',
      attempts: [{ stage: 'answered', status: 200 }],
      safeToRetry: false,
    });
  });

  test.concurrent('1: an index that does not fit, as a document', async () => {
    const refund = { ...sampleIndex.tools[0], id: 'acme.billing.refund' };
    const index = folder.file('index.json', { ...sampleIndex, tools: [...sampleIndex.tools, refund] });
    const ended = await json(['reconcile', '--index', index]);
    expect(ended).toMatchObject({ code: 1, stderr: '' });
    const findings = [{ code: 'tool-missing', severity: 'error', subject: 'acme.billing.refund' }];
    expect(JSON.parse(ended.stdout)).toMatchObject({ ok: false, findings });
  });

  test.concurrent('2: wrong use is a sentence, and a document too', async () => {
    const ended = await json(['ready', '--wait', 'soon']);
    const message = '--wait expects a duration such as 500ms, 2s or 1m';
    expect(ended).toMatchObject({ code: 2, signal: null, stderr: `kindgi-pack: ${message}\n` });
    expect(JSON.parse(ended.stdout)).toEqual({ kind: 'wrong-use', message });
  });

  test.concurrent.each([['nope'], ['ready', '--nope'], ['ready', '--wait', '1s', '--wait', '1s'], ['ready']])(
    '2: %s %s',
    async (...args) => {
      const { stderr, ...ended } = await cli(args);
      expect(ended).toEqual({ code: 2, signal: null, stdout: '' });
      expect(stderr).toMatch(/^kindgi-pack: [^\n]+\n$/);
    },
  );

  test.concurrent('3: nobody there', async () => {
    const ended = await cli(['info', '--url', nobody], { env: envOf(service) });
    expect(ended).toMatchObject({ code: 3, stdout: '' });
    expect(ended.stderr).toMatch(/unreachable: .*ECONNREFUSED.*did not run/s);
  });

  test.concurrent('3: a host that never answers is left when the time-out is over', async () => {
    await using silence = await startSilence();
    const ended = await cli(['ready', '--json', '--timeout', '250ms', '--url', silence.url]);
    expect(ended).toMatchObject({ code: 3, stderr: '' });
    const report = { ready: false, replicas: [{ state: 'unreachable' }] };
    expect(JSON.parse(ended.stdout)).toMatchObject(report);
  });
});

describe('a bad index: 2', () => {
  test.concurrent.each([
    { what: 'not JSON', content: '{"v":1,\n  oops', says: /line 2, column 3$/ },
    { what: 'a later envelope', content: { v: 2 }, says: /\/v: expected 1/ },
    { what: 'many problems', content: { v: 1 }, says: /: \/.*; \/.*; \/.*; and \d+ more$/ },
    { what: 'a directory', content: undefined, says: /this is a directory$/ },
    { what: 'missing', content: 'missing', says: /there is none$/ },
  ])('$what', async ({ what, content, says }) => {
    const file = content === undefined ? folder.path : folder.file(`${what}.json`, content);
    const ended = await cli(['reconcile', '--index', content === 'missing' ? `${file}.no` : file], {
      env: envOf(service),
    });
    expect(ended).toMatchObject({ code: 2, signal: null, stdout: '' });
    const [sentence, ...more] = ended.stderr.split('\n');
    expect(sentence).toMatch(says);
    expect(more).toEqual(['']);
  });
});

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

describe('the token', () => {
  test.concurrent('among the arguments it is refused, and not repeated', async () => {
    const ended = await cli(['info', '--token', 'hush-hush', '--json']);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(/^kindgi-pack: there is no --token, .*KINDGI_PACK_SERVICE_TOKEN.*\n$/);
    expect(ended.stdout + ended.stderr).not.toContain('hush');
  });

  test.concurrent('from the environment it is sent, and shown nowhere', async () => {
    const input = '{"invoiceId":"inv_1","amountCents":1,"card":"card_declined"}';
    const ended = await json(['invoke', chargeCard, '--input', input, '--run', 'with-token']);
    expect(ended).toMatchObject({ code: 1, stderr: '' });
    expect(JSON.parse(ended.stdout)).toMatchObject({ kind: 'error', code: 'handler-throw' });
    const call = service.calls.find(({ headers }) => headers['kindgi-run-id'] === 'with-token');
    expect(call?.headers['kindgi-pack-token']).toBe(token);
    expect(ended.stdout + ended.stderr).not.toContain(token);
  });
});
