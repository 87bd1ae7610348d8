/** What the test kit refuses, and that it says which option is meant. */
import { describe, expect, test } from 'vitest';
import { type FaultOptions, sampleIndex, startPackService } from '../../mocks/index.js';
import { pack, start, tool } from './packs.js';
import { call, check } from './wire.js';

describe('a service is not started with', () => {
  test.each([
    ['no options', undefined, 'expected an object of pack service options'],
    ['an index that is null', { index: null }, 'index: expected a pack index'],
    ['no index', {}, 'index: expected a pack index'],
    ['a later envelope', { index: { ...sampleIndex, v: 2 } }, 'index/v: expected 1'],
    ['a tool without an id', { index: pack({ tools: [tool('')] }) }, 'index/tools/0/id: expected'],
    ['a handler that is none', { index: pack(), tools: { echo: 'x' } }, 'tools.echo: expected a function'],
    ['a check that is none', { index: pack(), checks: { c: undefined } }, 'checks.c: expected a function'],
    ['tools that are a list', { index: pack(), tools: [] }, 'tools: expected an object of handlers'],
    ['an option nobody knows', { index: pack(), maxConcurency: 1 }, 'maxConcurency: unknown option'],
    ['no place for a call', { index: pack(), maxConcurrency: 0 }, 'maxConcurrency: expected a whole number'],
    ['a port that is none', { index: pack(), port: 70_000 }, 'port: expected a port from 0 to 65535'],
    ['a port as text', { index: pack(), port: '80' }, 'port: expected a port from 0 to 65535'],
    ['no host', { index: pack(), host: '' }, 'host: expected an address'],
    ['an environment of numbers', { index: pack(), env: { A: 1 } }, 'env: expected an object of'],
    ['a switch that is text', { index: pack(), ready: 'yes' }, 'ready: expected true or false'],
    [
      'a check of the environment nobody knows',
      { index: pack(), envCheck: 'off' },
      "envCheck: expected 'strict'",
    ],
    ['a token with a space', { index: pack(), token: 'a b' }, 'token: expected printable ASCII'],
    ['a drain beyond any timer', { index: pack(), drainMs: 2 ** 31 }, 'drainMs: expected a whole number'],
    [
      'requests of no byte',
      { index: pack(), maxRequestBytes: 0 },
      'maxRequestBytes: expected a whole number',
    ],
  ])('%s', async (_what, options, message) => {
    // @ts-expect-error: what the types do not allow.
    const starting = startPackService(options);
    await expect(starting).rejects.toThrow(`bad pack service options: ${message}`);
    await expect(starting).rejects.toMatchObject({ name: 'PackUsageError' });
  });

  test('every mistake is named at once, and no value is shown', async () => {
    // @ts-expect-error: what the types do not allow.
    const starting = startPackService({ index: pack(), token: 'secret words', port: -1, tolls: {} });
    await expect(starting).rejects.toMatchObject({
      issues: [{ path: 'token' }, { path: 'port' }, { path: 'tolls' }],
      message: expect.not.stringContaining('secret'),
    });
  });

  test('the environment of the process itself is one', async () => {
    const service = await start({ env: process.env });
    expect((await call(service, 'echo', 1)).status).toBe(200);
  });
});

test('a handler without a place is told where one is missing', async () => {
  const service = await start({
    index: pack({ tools: [tool('acme.echo', { version: '1' }), tool('acme.pay')] }),
    tools: { 'acme.ehco': () => 1, 'acme.pay': () => 2, 'acme.echo@2': () => 3 },
    checks: { c: () => true },
  });
  expect((await call(service, 'acme.pay', 1)).json).toMatchObject({ output: 2 });
  expect((await call(service, 'acme.echo', 1)).json).toMatchObject({
    code: 'handler-shape-invalid',
    message:
      'tools/acme.echo.ts holds no handler of acme.echo: the option tools has none for it; ' +
      'handlers without a place in the index: acme.ehco, acme.echo@2',
  });
  expect((await check(service, 'c', { config: {} })).json).toMatchObject({ code: 'check-not-in-pack' });
});

test('a running service refuses what it cannot become', async () => {
  const service = await start();
  for (const limit of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => service.setMaxConcurrency(limit)).toThrow(
      'setMaxConcurrency: expected a whole number of calls',
    );
  }
  // @ts-expect-error: what the type does not allow.
  expect(() => service.setReady('no')).toThrow('setReady: expected true or false');
  expect((await call(service, 'echo', 1)).status).toBe(200);
});

describe('a fault is not shown with', () => {
  test.each([
    ['silence', { times: 0 }, 'times: expected a whole number of at least 1, or Infinity'],
    ['silence', { times: '2' }, 'times: expected'],
    ['silence', { when: 'always' }, 'when: expected a function'],
    ['silence', { status: 500 }, 'status: unknown option'],
    ['silence', { tiems: 1 }, 'tiems: unknown option'],
    ['silence', null, 'expected an object of fault options'],
    ['refuse', { when: Boolean }, 'when: unknown option'],
    ['reset-before-request', { when: Boolean }, 'when: unknown option'],
    ['not-json', { status: 99 }, 'status: expected a status from 200 to 599'],
    ['not-json', { body: { a: 1 } }, 'body: expected text'],
    ['not-json', { headers: { a: 1 } }, 'headers.a: expected text'],
    ['not-json', { retryAfter: 1 }, 'retryAfter: unknown option'],
    ['overloaded', { retryAfter: true }, 'retryAfter: expected a header value'],
    ['missing-env', { missingEnv: 'A' }, 'missingEnv: expected an array of names'],
  ] as const)('%s, %j', async (fault, options, message) => {
    const service = await start();
    // @ts-expect-error: what the types do not allow.
    const told: FaultOptions = options;
    expect(() => service.fail(fault, told)).toThrow(`bad fault ${fault}: ${message}`);
    expect((await call(service, 'echo', 1)).status).toBe(200);
  });
});
