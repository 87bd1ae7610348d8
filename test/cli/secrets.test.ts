/** What must not come out: the token, and control sequences that a service put into its words. */
import { expect, test } from 'vitest';
import {
  amountLimit,
  chargeCard,
  envOf,
  findInvoice,
  listInvoices,
  openIndex,
  startSample,
  token,
} from './fixture.js';
import { cli } from './run-cli.js';

test.concurrent.each([['--token', 'hush-hush'], ['--token=hush-hush']])(
  'a token among the arguments is refused and not repeated: %s',
  async (...args) => {
    const ended = await cli(['info', ...args, '--json']);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(/^kindgi-pack: there is no --token, .*KINDGI_PACK_SERVICE_TOKEN.*\n$/);
    expect(ended.stdout + ended.stderr).not.toContain('hush');
  },
);

test.concurrent('a token that fits no header is refused and not repeated', async () => {
  const env = { KINDGI_PACK_SERVICE_TOKEN: 'hush hush', KINDGI_PACK_SERVICE_URL: 'http://127.0.0.1:1' };
  const ended = await cli(['info'], { env });
  expect(ended.code).toBe(2);
  expect(ended.stderr).toMatch(/^kindgi-pack: KINDGI_PACK_SERVICE_TOKEN: expected/);
  expect(ended.stderr).not.toContain('hush');
});

test.concurrent('the token is sent, and shown nowhere', async () => {
  await using service = await startSample();
  const env = envOf(service);
  const args = [
    'invoke',
    chargeCard,
    '--input',
    '{"invoiceId":"inv_1","amountCents":1,"card":"card_declined"}',
  ];
  const ends = await Promise.all([
    cli(args, { env }),
    cli([...args, '--json'], { env }),
    cli(['info', '--json'], { env }),
  ]);
  expect(service.calls.map(({ headers }) => headers['kindgi-pack-token'])).toEqual([token, token]);
  for (const { stdout, stderr } of ends) expect(stdout + stderr).not.toContain(token);
});

const evil = 'a\u001b[2Jb\u0007c\u009b31md\u202ee\u2028f';
const rawControl = /(?!\n)[\p{Cc}\u202e\u2028]/u;

test.concurrent('control sequences of a service become visible escapes', async () => {
  await using service = await startSample({
    index: openIndex,
    tools: {
      [findInvoice]: () => ({ [evil]: evil }),
      [listInvoices]: () => {
        throw Object.assign(new Error(evil), { code: evil });
      },
    },
    checks: { [amountLimit]: () => ({ passed: false, reason: evil, attributes: { evil } }) },
  });
  const env = envOf(service);
  const [result, thrown, verdict] = await Promise.all([
    cli(['invoke', findInvoice, '--input', '{"invoiceId":"inv_1"}'], { env }),
    cli(['invoke', listInvoices, '--input', '{}'], { env }),
    cli(['check', amountLimit, '--config', '{"maxCents":1}', '--trace', '{}'], { env }),
  ]);
  expect(JSON.parse(result.stdout)).toEqual({ [evil]: evil });
  expect(thrown.stderr).toContain('a\\u001b[2Jb\\u0007c\\u009b31md\\u202ee\\u2028f');
  expect(verdict.stdout).toContain('a\\u001b[2Jb');
  for (const { stdout, stderr } of [result, thrown, verdict]) expect(stdout + stderr).not.toMatch(rawControl);
});
