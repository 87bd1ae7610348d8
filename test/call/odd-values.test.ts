/** Values that look right and are not: getters that throw, proxies, maps, other people's signals. Nothing is sent. */
import { describe, expect, it } from 'vitest';
import { createPackClient } from '../../src/index.js';
import { heldResources, resourcesFreed } from '../stages/leftovers.js';
import { unsent } from './unsent.js';

const refused = unsent();
const ctx = { tenantId: 't', runId: 'r' };
const tripwire = 'hunter2';
const throwing = (name: string) =>
  Object.defineProperty({}, name, {
    enumerable: true,
    get() {
      throw new Error(tripwire);
    },
  });
const sealed = () =>
  new Proxy(
    {},
    {
      ownKeys() {
        throw new Error(tripwire);
      },
    },
  );

async function issuesOf(method: 'invoke' | 'check', given: unknown, options?: unknown) {
  const { stack, issues } = await refused.refusalOf(method, given, options);
  expect(stack).not.toContain(tripwire);
  return issues;
}

describe('a value that cannot be read is named by its path', () => {
  it.each<[string, unknown, string]>([
    ['a call that is a proxy', sealed(), ''],
    ['a getter for the tool', Object.assign(throwing('tool'), { input: 1, ctx }), 'tool'],
    ['a getter for the input', Object.assign(throwing('input'), { tool: 'a', ctx }), 'input'],
    [
      'a getter inside the input',
      { tool: 'a', input: { lines: [1, throwing('price')] }, ctx },
      'input.lines[1].price',
    ],
    ['a proxy inside the input', { tool: 'a', input: { line: sealed() }, ctx }, 'input.line'],
    [
      'a getter in the context',
      { tool: 'a', input: 1, ctx: Object.assign(throwing('runId'), { tenantId: 't' }) },
      'ctx.runId',
    ],
    [
      'a getter among the secrets',
      { tool: 'a', input: 1, ctx: { ...ctx, secrets: throwing('pin') } },
      'ctx.secrets.pin',
    ],
    ['a proxy for the secrets', { tool: 'a', input: 1, ctx: { ...ctx, secrets: sealed() } }, 'ctx.secrets'],
    [
      'a getter in the environment',
      { tool: 'a', input: 1, ctx: { ...ctx, env: throwing('PATH') } },
      'ctx.env.PATH',
    ],
  ])('%s', async (_what, call, path) => {
    expect(await issuesOf('invoke', call)).toEqual([{ path, message: expect.stringMatching(/can be read/) }]);
  });

  it('at the end of a long array as well', async () => {
    const lines: unknown[] = Array.from({ length: 300_000 }, (_, at) => at);
    lines.push(throwing('price'));
    const [issue] = await issuesOf('invoke', { tool: 'a', input: { lines }, ctx });
    expect(issue?.path).toBe('input.lines[300000].price');
  });

  it.each<[string, unknown, string]>([
    ['a getter in a trace', { check: 'c', trace: { steps: [throwing('at')] } }, 'trace.steps[0].at'],
    ['a getter in a config', { check: 'c', trace: {}, config: throwing('limit') }, 'config.limit'],
  ])('%s of a check', async (_what, call, path) => {
    expect(await issuesOf('check', call)).toEqual([{ path, message: expect.stringMatching(/can be read/) }]);
  });

  it.each<[string, unknown, string]>([
    ['a getter among the call options', throwing('timeoutMs'), 'timeoutMs'],
    ['a getter among the retry options', { retry: throwing('maxAttempts') }, 'retry.maxAttempts'],
    ['call options that are a proxy', sealed(), ''],
  ])('%s', async (_what, options, path) => {
    expect(await issuesOf('invoke', { tool: 'a', input: 1, ctx }, options)).toEqual([
      { path, message: expect.stringMatching(/can be read/) },
    ]);
  });

  it('a getter among the client options', () => {
    const options = Object.assign(throwing('token'), { url: refused.url });
    expect(() => Reflect.apply(createPackClient, undefined, [options])).toThrow(
      expect.objectContaining({
        name: 'PackUsageError',
        issues: [{ path: 'token', message: expect.stringMatching(/can be read/) }],
      }),
    );
  });
});

describe('what JSON would write as something else is refused where a plain object is meant', () => {
  class Vault {
    readonly pin = '1';
  }
  const odd: readonly (readonly [string, unknown])[] = [
    ['a date', new Date()],
    ['a map', new Map([['A', 'b']])],
    ['a set', new Set(['A'])],
    ['an array', ['A']],
    ['bytes', new Uint8Array(2)],
    ['a boxed text', Object('text')],
    ['an instance of a class', new Vault()],
    ['an object behind another', Object.create({ A: 'b' })],
  ];
  const fields = ['env', 'secrets', 'config', 'settings', 'connections'];
  const cases = fields.flatMap((field) => odd.map(([what, value]) => [what, field, value] as const));

  it.each(cases)('%s as ctx.%s', async (_what, field, value) => {
    const issues = await issuesOf('invoke', { tool: 'a', input: 1, ctx: { ...ctx, [field]: value } });
    const [issue] = issues;
    expect(issue?.path === `ctx.${field}` || issue?.path.startsWith(`ctx.${field}.`)).toBe(true);
  });

  it.each(odd)(
    '%s as one block of settings, as one connection, and as a config of a check',
    async (_what, value) => {
      for (const field of ['settings', 'connections']) {
        const call = { tool: 'a', input: 1, ctx: { ...ctx, [field]: { one: {}, other: value } } };
        expect((await issuesOf('invoke', call)).map(({ path }) => path)).toEqual([`ctx.${field}.other`]);
      }
      const issues = await issuesOf('check', { check: 'c', trace: {}, config: value });
      expect(issues.map(({ path }) => path)).toEqual(['config']);
    },
  );
});

describe('a signal that is none of Node’s', () => {
  const call = { tool: 'a', input: 1, ctx };

  it.each<[string, unknown]>([
    ['one without a way to listen', { aborted: false }],
    ['one without a way to stop listening', { aborted: false, addEventListener() {} }],
    [
      'one whose state throws',
      Object.assign(throwing('aborted'), { addEventListener() {}, removeEventListener() {} }),
    ],
  ])('%s is refused by name', async (_what, signal) => {
    const issues = await issuesOf('invoke', call, { signal });
    expect(issues).toEqual([{ path: 'signal', message: 'expected an AbortSignal' }]);
  });

  it('one that will not be listened to is refused, and leaves no timer', async () => {
    const before = heldResources();
    const signal = {
      aborted: false,
      removeEventListener() {},
      addEventListener() {
        throw new Error(tripwire);
      },
    };
    const issues = await issuesOf('invoke', call, { signal });
    expect(issues).toEqual([{ path: 'signal', message: expect.stringMatching(/AbortSignal/) }]);
    await resourcesFreed(before);
    expect(refused.client.stats().replicas).toMatchObject([{ inFlight: 0, queued: 0 }]);
  });
});
