/** What a script sees: the exit code, and on which stream the answer stands. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningPackService } from '../../mocks/index.js';
import {
  amountLimit,
  chargeCard,
  closedUrl,
  envOf,
  findInvoice,
  makeFolder,
  startSample,
  startSilence,
} from './fixture.js';
import { cli } from './run-cli.js';

let service: RunningPackService;
let nobody: string;
beforeAll(async () => {
  service = await startSample();
  nobody = await closedUrl();
});
afterAll(() => service.close());

interface Case {
  readonly says: string;
  readonly args: readonly string[];
  readonly code: number;
  readonly stdout?: RegExp;
  readonly stderr?: RegExp;
}

const cases: readonly Case[] = [
  { says: 'ready', args: ['ready'], code: 0, stdout: /✔ .* ready +200/ },
  { says: 'up', args: ['health'], code: 0, stdout: /✔ .* up +200/ },
  { says: 'what is served', args: ['info'], code: 0, stdout: /acme\.billing 1\.4\.0 .*Tools \(4\)/s },
  {
    says: 'a result',
    args: ['invoke', findInvoice, '--input', '{"invoiceId":"inv_101"}'],
    code: 0,
    stdout: /^\{\n {2}"id": "inv_101",/,
    stderr: /^$/,
  },
  {
    says: 'a result of a version that is served',
    args: ['invoke', `${findInvoice}@1.0.0`, '--input', '{"invoiceId":"inv_101"}'],
    code: 0,
    stdout: /Northwind/,
  },
  {
    says: 'a version that is not served',
    args: ['invoke', `${findInvoice}@9.0.0`, '--input', '{"invoiceId":"inv_101"}'],
    code: 1,
    stdout: /^$/,
    stderr: /tool-version-mismatch: .*did not run/s,
  },
  {
    says: 'input that does not fit, and where',
    args: ['invoke', chargeCard, '--input', '{"invoiceId":"x","amountCents":1}'],
    code: 1,
    stdout: /^$/,
    stderr: /input-validation-failed.*\/invoiceId.*did not run/s,
  },
  {
    says: 'a throw, and that it would run twice',
    args: ['invoke', chargeCard, '--input', '{"invoiceId":"inv_1","amountCents":1,"card":"card_declined"}'],
    code: 1,
    stdout: /^$/,
    stderr: /handler-throw.*CardDeclined.*not safe to send again: it would run a second time/s,
  },
  {
    says: 'a check that passes',
    args: ['check', amountLimit, '--config', '{"maxCents":10}', '--trace', '{"amountCents":5}'],
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
    says: 'a check that nobody serves',
    args: ['check', 'acme.none', '--trace', 'null'],
    code: 1,
    stdout: /^$/,
    stderr: /check-not-in-pack/,
  },
];

describe('a service that answers', () => {
  test.concurrent.each(cases)('$says: $code', async ({ args, code, stdout, stderr }) => {
    const ended = await cli(args, { env: envOf(service) });
    expect(ended).toMatchObject({ code, signal: null });
    if (stdout !== undefined) expect(ended.stdout).toMatch(stdout);
    if (stderr !== undefined) expect(ended.stderr).toMatch(stderr);
  });

  test.concurrent('one replica of two is enough to be ready', async () => {
    const ended = await cli(['ready', '--url', nobody, '--url', service.url]);
    expect(ended.code).toBe(0);
    expect(ended.stdout).toMatch(/✖ .*unreachable/);
  });

  test.concurrent('a token file is as good as the environment, and is trimmed', async () => {
    using folder = makeFolder();
    const file = folder.file('token', ` ${service.token}\n`);
    const ended = await cli(['info', '--url', service.url, '--token-file', file]);
    expect(ended.code).toBe(0);
  });
});

describe('nobody there', () => {
  test.concurrent.each([
    ['ready'],
    ['health'],
    ['info'],
    ['invoke', findInvoice, '--input', '{}', '--timeout', '2s'],
    ['check', amountLimit, '--trace', '{}', '--timeout', '2s'],
  ])('%s: 3', async (...args) => {
    const ended = await cli([...args, '--url', nobody], { env: envOf(service) });
    expect(ended.code).toBe(3);
    expect(ended.stdout + ended.stderr).toContain('unreachable');
  });

  test.concurrent('a host that never answers costs no more than the time-out: 3', async () => {
    await using silence = await startSilence();
    const ended = await cli(['ready', '--json', '--timeout', '250ms', '--url', silence.url]);
    expect(ended.code).toBe(3);
    const { replicas } = JSON.parse(ended.stdout);
    expect(replicas).toMatchObject([{ ready: false, state: 'unreachable' }]);
    expect(replicas[0].durationMs).toBeGreaterThanOrEqual(250);
  });

  test.concurrent('a token that is refused: 3, with a hint', async () => {
    const env = { ...envOf(service), KINDGI_PACK_SERVICE_TOKEN: 'another' };
    const ended = await cli(['info'], { env });
    expect(ended.code).toBe(3);
    expect(ended.stderr).toMatch(/unauthorized.*compare the token/s);
  });
});
