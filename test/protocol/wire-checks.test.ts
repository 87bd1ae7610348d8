import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { generateWireChecks } from '../../scripts/wire-checks.js';
import { PackUsageError } from '../../src/errors.js';
import { assertCheckCall, assertToolCall } from '../../src/protocol/checks.js';

const ctx = { tenantId: 't', runId: 'r' };

function issuesOf(action: () => void): readonly { path: string; message: string }[] {
  try {
    action();
  } catch (error) {
    if (error instanceof PackUsageError) return error.issues;
    throw error;
  }
  return [];
}

it('the generated checks are those of the schema', () => {
  const file = new URL('../../src/protocol/wire-checks.generated.js', import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(generateWireChecks());
});

describe('a tool call', () => {
  it('passes with every field that the protocol knows', () => {
    const whole = {
      ...ctx,
      projectId: 'p',
      orgId: 'o',
      requestId: 'q',
      idempotencyKey: 'f6c8a374-b63c-5453-8320-1ca9c067447a',
      env: { A: '1' },
      secrets: { s: { deep: true } },
      config: { c: 1 },
      settings: { block: { x: 1 } },
      connections: { mail: { accessToken: 'x' } },
    };
    expect(
      issuesOf(() => assertToolCall({ tool: { id: 'a', version: '1.0.0' }, input: null, ctx: whole })),
    ).toEqual([]);
  });

  it.each<[string, unknown, string, string]>([
    ['no ctx', { tool: 'a', input: 1 }, 'ctx', 'required, expected an object with tenantId and runId'],
    [
      'no tenantId',
      { tool: 'a', input: 1, ctx: { runId: 'r' } },
      'ctx.tenantId',
      'required, expected a string',
    ],
    [
      'tenantId from a prototype',
      { tool: 'a', input: 1, ctx: Object.create(ctx) },
      'ctx.tenantId',
      'required, expected a string',
    ],
    [
      'an unknown ctx key',
      { tool: 'a', input: 1, ctx: { ...ctx, tenant: 'x' } },
      'ctx.tenant',
      'unknown field',
    ],
    [
      'an env value that is no string',
      { tool: 'a', input: 1, ctx: { ...ctx, env: { A: 1 } } },
      'ctx.env.A',
      'expected a string',
    ],
    ['no input', { tool: 'a', ctx }, 'input', 'required, expected a JSON value'],
    ['an undefined input', { tool: 'a', input: undefined, ctx }, 'input', 'required, expected a JSON value'],
    ['an empty tool id', { tool: '', input: 1, ctx }, 'tool', 'expected text that is not empty'],
    ['a tool of another type', { tool: 5, input: 1, ctx }, 'tool', 'expected a tool id, or { id, version }'],
    ['an unknown tool key', { tool: { id: 'a', v: 1 }, input: 1, ctx }, 'tool.v', 'unknown field'],
    ['an unknown key', { tool: 'a', input: 1, ctx, inputs: 2 }, 'inputs', 'unknown field'],
    ['no object', 'a', '', 'expected a tool call (an object)'],
  ])('with %s is refused, and the message names it', (_what, call, path, message) => {
    const issues = issuesOf(() => assertToolCall(call));
    expect(issues).toContainEqual({ path, message });
  });

  it('with an undefined optional field is taken as without it', () => {
    expect(
      issuesOf(() =>
        assertToolCall({
          tool: { id: 'a', version: undefined },
          input: 1,
          ctx: { ...ctx, orgId: undefined },
        }),
      ),
    ).toEqual([]);
  });
});

describe('a check call', () => {
  it.each<[string, unknown, string]>([
    ['no trace', { check: 'c' }, 'trace'],
    ['a config that is no object', { check: 'c', trace: {}, config: [] }, 'config'],
    ['a ctx', { check: 'c', trace: {}, ctx }, 'ctx'],
    ['a runId that is no string', { check: 'c', trace: {}, runId: 1 }, 'runId'],
  ])('with %s is refused, and the message names it', (_what, call, path) => {
    expect(issuesOf(() => assertCheckCall(call)).map((issue) => issue.path)).toContain(path);
  });
});
