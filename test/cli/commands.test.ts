/** What each command answers: the exit code, what stands on which stream, and what people are told to do. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningPackService } from '../../mocks/index.js';
import {
  amountLimit,
  chargeCard,
  closedUrl,
  findInvoice,
  listInvoices,
  makeFolder,
  openIndex,
  startSample,
  token,
} from './fixture.js';
import { runInProcess } from './in-process.js';

const folder = makeFolder();
const tokenFile = folder.file('token', ` ${token}\n`);
const configFile = folder.file('config.json', '\ufeff{"maxCents":10}');
let service: RunningPackService;
let nobody: string;
beforeAll(async () => {
  service = await startSample();
  nobody = await closedUrl();
});
afterAll(async () => {
  folder[Symbol.dispose]();
  await service.close();
});

const at = (url: string, args: readonly string[]) => [...args, '--url', url, '--token-file', tokenFile];

interface Case {
  readonly says: string;
  readonly args: readonly string[];
  readonly code: number;
  readonly stdout?: RegExp;
  readonly stderr?: RegExp;
}

const nothing = /^$/;
const cases: readonly Case[] = [
  { says: 'ready', args: ['ready'], code: 0, stdout: /✔ .* ready +200/ },
  { says: 'up', args: ['health'], code: 0, stdout: /✔ .* up +200/ },
  { says: 'what is served', args: ['info'], code: 0, stdout: /acme\.billing 1\.4\.0 .*Tools \(4\)/s },
  {
    says: 'a result, alone',
    args: ['invoke', findInvoice, '--input', '{"invoiceId":"inv_101"}'],
    code: 0,
    stdout: /^\{\n {2}"id": "inv_101",/,
    stderr: nothing,
  },
  {
    says: 'a result of a version that is served',
    args: ['invoke', `${findInvoice}@1.0.0`, '--input', '{"invoiceId":"inv_101"}'],
    code: 0,
    stdout: /Northwind/,
  },
  {
    says: 'a result, as a document',
    args: ['invoke', findInvoice, '--input', '{"invoiceId":"inv_101"}', '--json'],
    code: 0,
    stdout: /^\{\n {2}"kind": "result",.*"execution": "ran",.*"safeToRetry": false\n\}\n$/s,
    stderr: nothing,
  },
  {
    says: 'a version that is not served',
    args: ['invoke', `${findInvoice}@9.0.0`, '--input', '{"invoiceId":"inv_101"}'],
    code: 1,
    stdout: nothing,
    stderr: /tool-version-mismatch: .*did not run/s,
  },
  {
    says: 'input that does not fit, and where',
    args: ['invoke', chargeCard, '--input', '{"invoiceId":"x","amountCents":1}'],
    code: 1,
    stdout: nothing,
    stderr: /input-validation-failed.*\/invoiceId.*did not run/s,
  },
  {
    says: 'a throw, and that it would run twice',
    args: ['invoke', chargeCard, '--input', '{"invoiceId":"inv_1","amountCents":1,"card":"card_declined"}'],
    code: 1,
    stdout: nothing,
    stderr: /handler-throw.*not safe to send again: it would run a second time.*CardDeclined/s,
  },
  {
    says: 'a check that passes',
    args: ['check', amountLimit, '--config', `@${configFile}`, '--trace', '{"amountCents":5}'],
    code: 0,
    stdout: /✔ passed/,
  },
  {
    says: 'a check that fails, and why',
    args: ['check', amountLimit, '--config', '{"maxCents":10}', '--trace', '{"amountCents":50}'],
    code: 1,
    stdout: /✖ failed\n +reason +50 cents is over the limit of 10/,
  },
  {
    says: 'a check that fails, as a document',
    args: ['check', amountLimit, '--config', '{"maxCents":1}', '--trace', '{"amountCents":2}', '--json'],
    code: 1,
    stdout: /^\{\n {2}"kind": "check-result",/,
    stderr: nothing,
  },
  {
    says: 'a configuration that does not fit, by its name',
    args: ['check', amountLimit, '--trace', '{"amountCents":2}'],
    code: 1,
    stdout: nothing,
    stderr: /input-validation-failed.*advice +correct the config at the places listed/s,
  },
  {
    says: 'a check that nobody serves',
    args: ['check', 'acme.none', '--trace', 'null'],
    code: 1,
    stdout: nothing,
    stderr: /check-not-in-pack/,
  },
];

test.each(cases)('$says: $code', async ({ args, code, stdout, stderr }) => {
  const said = await runInProcess(at(service.url, args));
  expect(said.code).toBe(code);
  if (stdout !== undefined) expect(said.stdout).toMatch(stdout);
  if (stderr !== undefined) expect(said.stderr).toMatch(stderr);
});

test('tenant and run are sent, and have defaults', async () => {
  service.forgetCalls();
  const args = ['invoke', findInvoice, '--input', '{"invoiceId":"inv_101"}'];
  await runInProcess(at(service.url, args));
  await runInProcess(at(service.url, [...args, '--tenant', 'acme', '--run', 'run-7']));
  expect(service.calls.map(({ message }) => message)).toMatchObject([
    { ctx: { tenantId: 'cli', runId: expect.stringMatching(/^cli-[\da-f-]{36}$/) } },
    { ctx: { tenantId: 'acme', runId: 'run-7' } },
  ]);
});

describe('not a good answer', () => {
  test.each([
    ['ready'],
    ['health'],
    ['info'],
    ['invoke', findInvoice, '--input', '{}', '--timeout', '1s'],
    ['check', amountLimit, '--trace', '{}', '--timeout', '1s'],
  ])('%s of nobody: 3', async (...args) => {
    const said = await runInProcess(at(nobody, args));
    expect(said.code).toBe(3);
    expect(said.stdout + said.stderr).toContain('unreachable');
  });

  test('one replica of two is enough to be ready, and the other is shown', async () => {
    const said = await runInProcess(['ready', '--url', nobody, '--url', service.url]);
    expect(said.code).toBe(0);
    expect(said.stdout).toMatch(/✖ .*unreachable.*\n✔ .* ready/);
  });

  test('a token that is refused: 3, with a hint', async () => {
    const wrong = folder.file('wrong', 'another');
    const said = await runInProcess(['info', '--url', service.url, '--token-file', wrong]);
    expect(said.code).toBe(3);
    expect(said.stderr).toMatch(/unauthorized.*compare the token/s);
  });

  test('an environment that is incomplete: 1, with the names', async () => {
    await using bare = await startSample({ env: {} });
    const said = await runInProcess(['ready', '--quiet', '--url', bare.url]);
    expect(said).toMatchObject({ code: 1, stdout: '' });
    expect(said.stderr).toMatch(/missing-env +503 .*ACME_BILLING_API_URL/);
  });

  test('an answer that is lost: 3, and not safe to send again', async () => {
    await service.fail('cut-body', { times: 1 });
    const args = ['invoke', chargeCard, '--input', '{"invoiceId":"inv_1","amountCents":1}'];
    const said = await runInProcess(at(service.url, args));
    expect(said).toMatchObject({ code: 3, stdout: '' });
    expect(said.stderr).toMatch(/connection-lost.*may have run\n.*not safe to send again/s);
  });
});

test('control sequences of a service become visible escapes', async () => {
  const evil = 'a\u001b[2Jb\u0007c\u009b31md\u202ee\u2028f';
  await using hostile = await startSample({
    index: openIndex,
    tools: {
      [findInvoice]: () => ({ [evil]: evil }),
      [listInvoices]: () => {
        throw Object.assign(new Error(evil), { code: evil });
      },
    },
    checks: { [amountLimit]: () => ({ passed: false, reason: evil, attributes: { evil } }) },
  });
  const result = await runInProcess(
    at(hostile.url, ['invoke', findInvoice, '--input', '{"invoiceId":"inv_1"}']),
  );
  const thrown = await runInProcess(at(hostile.url, ['invoke', listInvoices, '--input', '{}']));
  const verdict = await runInProcess(
    at(hostile.url, ['check', amountLimit, '--config', '{"maxCents":1}', '--trace', '{}']),
  );
  expect(JSON.parse(result.stdout)).toEqual({ [evil]: evil });
  expect(thrown.stderr).toContain('a\\u001b[2Jb\\u0007c\\u009b31md\\u202ee\\u2028f');
  expect(verdict.stdout).toContain('a\\u001b[2Jb');
  for (const { stdout, stderr } of [result, thrown, verdict]) {
    expect(stdout + stderr).not.toMatch(/(?!\n)[\p{Cc}\u202e\u2028]/u);
  }
});
