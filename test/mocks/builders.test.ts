/** Builders: complete without arguments, laid over field by field, and good for the sample pack. */
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  aCheckCall,
  anIndex,
  aRunContext,
  aToolCall,
  sampleChecks,
  sampleIndex,
  sampleTools,
} from '../../mocks/index.js';
import { createPackClient, parsePackIndex } from '../../src/index.js';
import { start } from './packs.js';

describe('calls', () => {
  test('the defaults are a result and a verdict of the sample pack', async () => {
    const service = await start({ index: sampleIndex, tools: sampleTools, checks: sampleChecks });
    const client = createPackClient({ url: service.url, token: service.token, index: sampleIndex });
    onTestFinished(() => client.close());
    expect(await client.invoke(aToolCall())).toMatchObject({ kind: 'result', output: { id: 'inv_102' } });
    expect(await client.check(aCheckCall())).toMatchObject({
      kind: 'check-result',
      result: { passed: true },
    });
    const trace = { runId: 'run-1', amountCents: 60_000 };
    expect(await client.check(aCheckCall({ trace }))).toMatchObject({ result: { passed: false } });
  });

  test('fields are laid over, those of a context one by one', () => {
    expect(aToolCall({ tool: 'acme.echo', input: 1, ctx: { runId: 'run-7', orgId: 'org' } })).toEqual({
      tool: 'acme.echo',
      input: 1,
      ctx: { tenantId: 'tenant-1', runId: 'run-7', orgId: 'org' },
    });
    expect(aRunContext()).toEqual({ tenantId: 'tenant-1', runId: 'run-1' });
    expect(aRunContext({ env: { A: 'a' } })).toEqual({
      tenantId: 'tenant-1',
      runId: 'run-1',
      env: { A: 'a' },
    });
    expect(aCheckCall({ check: 'c', config: {} })).toMatchObject({ check: 'c', config: {}, trace: {} });
  });

  test('each is a value of its own', () => {
    expect(aToolCall().ctx).not.toBe(aToolCall().ctx);
    expect(aCheckCall().trace).not.toBe(aCheckCall().trace);
  });
});

describe('an index', () => {
  test('is whole without parts, and each part is filled in', () => {
    expect(parsePackIndex(anIndex())).toMatchObject({ v: 1, tools: [], guardrails: [] });
    const index = anIndex({
      packVersion: '2.0.0',
      tools: ['acme.echo', { id: 'acme.pay', version: '2.0.0', mutating: true }],
      guardrails: [
        'acme.polite',
        { id: 'acme.short', checkId: 'acme.length', configSchema: { type: 'object' } },
      ],
      env: { required: ['ACME_KEY'] },
    });
    expect(index).toMatchObject({
      packVersion: '2.0.0',
      tools: [
        { id: 'acme.echo', input: {}, output: {}, modulePath: 'tools/acme.echo.ts' },
        { id: 'acme.pay', version: '2.0.0', mutating: true },
      ],
      guardrails: [{ id: 'acme.polite', kind: 'code' }, { checkId: 'acme.length' }],
      env: { required: ['ACME_KEY'], optional: [] },
    });
    expect(parsePackIndex(JSON.parse(JSON.stringify(index)))).toEqual(index);
  });

  test('is refused where it would be none', () => {
    expect(() => anIndex({ tools: ['a', 'a'] })).toThrow(
      'bad pack index: /tools/1: expected an id and version other',
    );
    // @ts-expect-error: what the types do not allow.
    expect(() => anIndex({ tools: [{ id: 'a', mutating: 'no' }] })).toThrow(/\/tools\/0\/mutating/);
  });
});
