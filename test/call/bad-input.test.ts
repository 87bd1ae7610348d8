/** What a caller gets wrong is said before anything is sent: the service of these tests must see no request. */
import { describe, expect, it } from 'vitest';
import { sampleIndex } from '../../mocks/index.js';
import { createPackClient } from '../../src/index.js';
import { unsent } from './unsent.js';

const refused = unsent();
const ctx = { tenantId: 't', runId: 'r' };
const cyclic: Record<string, unknown> = {};
cyclic['self'] = { again: cyclic };

const issuesOf = (call: unknown, options?: unknown) => refused.issuesOf('invoke', call, options);

describe('an input that JSON cannot hold', () => {
  it.each<[string, unknown, string, RegExp]>([
    ['a bigint', 1n, 'input', /bigint/],
    ['a bigint deep inside', { lines: [{ cents: 5n }] }, 'input.lines[0].cents', /bigint/],
    ['a cycle', cyclic, 'input.self.again', /cycle/],
    ['a function', () => 1, 'input', /function/],
    ['a symbol', Symbol('x'), 'input', /symbol/],
    ['nothing', undefined, 'input', /required/],
    ['a toJSON that gives nothing', { toJSON: () => undefined }, 'input', /JSON\.stringify/],
  ])('%s is refused by its path', async (_what, input, path, message) => {
    expect(await issuesOf({ tool: 'a', input, ctx })).toEqual([
      { path, message: expect.stringMatching(message) },
    ]);
  });

  it('nesting beyond the stack is refused, not thrown from inside', async () => {
    // From Node 26 on, plain values may be nested as deep as one likes, and are sent; a date's text still takes the stack.
    let input: unknown = new Date(0);
    for (let depth = 0; depth < 200_000; depth += 1) input = [input];
    const [issue] = await issuesOf({ tool: 'a', input, ctx });
    expect(issue).toEqual({ path: 'input', message: 'expected less nesting' });
  });

  it('a bad value in the context is found there', async () => {
    const [issue] = await issuesOf({ tool: 'a', input: 1, ctx: { ...ctx, secrets: { pin: 5n } } });
    expect(issue?.path).toBe('ctx.secrets.pin');
  });
});

it.each([
  [{ timeoutMs: '5' }, 'timeoutMs'],
  [{ timeoutMs: Number.POSITIVE_INFINITY }, 'timeoutMs'],
  [{ signal: 'x' }, 'signal'],
  [{ deadline: 5 }, 'deadline'],
])('call options %j are refused by name', async (options, path) => {
  const issues = await issuesOf({ tool: 'a', input: 1, ctx }, options);
  expect(issues.map((issue) => issue.path)).toEqual([path]);
});

it('a declarative tool is refused: the runtime runs it itself', async () => {
  const [tool] = sampleIndex.tools;
  if (tool === undefined) throw new Error('the sample index has no tools');
  const index = { ...sampleIndex, tools: [{ ...tool, spec: { kind: 'http' } }] };
  await using own = createPackClient({ url: refused.url, token: refused.token, index });
  await expect(own.invoke({ tool: tool.id, input: {}, ctx })).rejects.toThrow(
    /tool: expected a tool that a pack service/,
  );
});

it('reconcile without any index is refused', async () => {
  await expect(refused.client.reconcile()).rejects.toThrow(/index: required/);
});
