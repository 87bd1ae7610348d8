import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PackUsageError } from '../../src/errors.js';
import { toolIdempotencyKey } from '../../src/pack/tool-idempotency-key.js';

const runId = '4b5f8c1e-2f0a-4c8e-9a51-0c7e2d9a6b13';
const place = { runId, stepScope: 'step', toolId: 'acme.echo' };

function issuesOf(value: unknown): unknown {
  try {
    return Reflect.apply(toolIdempotencyKey, undefined, [value]);
  } catch (error) {
    if (error instanceof PackUsageError) return error.issues;
    throw error;
  }
}

describe('the idempotency key of a tool call', () => {
  it.each([
    ['charge-card', 'acme.payments.charge', undefined, 'f6c8a374-b63c-5453-8320-1ca9c067447a'],
    ['agent-loop#2/dispatch-tools', 'acme.refunds.issue', 'call_0', 'bf055463-2cce-5e82-b31a-43d7698db52e'],
    ['notify/branch-é', 'acme.mail.send', undefined, '873f6e4e-cd72-5604-ac09-ab1496cfeb8a'],
  ])('%s, %s, %s: %s', (stepScope, toolId, callId, key) => {
    expect(toolIdempotencyKey({ runId, stepScope, toolId, callId })).toBe(key);
  });

  it.each([
    // Worked out with another implementation (Python's uuid5 over json.dumps).
    [
      'quotes, backslashes and control characters',
      'a"b\\c\u0000\u0001\b\t\n\f\r\u001f\u007f',
      '410b1275-4068-54d6-b0df-15fc853f36c9',
    ],
    [
      'line separators and characters beyond the first plane',
      '\u2028\u2029😀\u00a0',
      '3dc55a00-ad09-5d03-bef8-2fc66fe8ef7c',
    ],
    ['characters that HTML escapes', '</a&b>', '34fe2214-268a-50c1-8b10-cad6339e2c4c'],
  ])('agrees with other languages on %s', (_what, stepScope, key) => {
    expect(toolIdempotencyKey({ ...place, stepScope })).toBe(key);
  });

  it('is a UUID of version 5, the same for the same place and another for any other', () => {
    const text = fc.string({ minLength: 1, unit: 'grapheme' });
    const places = fc.record({
      runId: text,
      stepScope: text,
      toolId: text,
      callId: fc.option(text, { nil: undefined }),
    });
    fc.assert(
      fc.property(places, places, (one, other) => {
        const key = toolIdempotencyKey(one);
        expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
        expect(toolIdempotencyKey({ ...one })).toBe(key);
        const same = (['runId', 'stepScope', 'toolId', 'callId'] as const).every(
          (field) => one[field] === other[field],
        );
        expect(toolIdempotencyKey(other) === key).toBe(same);
      }),
    );
  });
});

describe('a place that gives no key', () => {
  const empty = 'expected a string that is not empty';
  const half = 'expected text without half a surrogate pair';

  it.each([
    [{ ...place, runId: '' }, [{ path: 'runId', message: empty }]],
    [{ ...place, toolId: 7 }, [{ path: 'toolId', message: empty }]],
    [{ ...place, callId: '' }, [{ path: 'callId', message: empty }]],
    [{ ...place, callId: null }, [{ path: 'callId', message: empty }]],
    [{ ...place, stepScope: 'a\ud800b' }, [{ path: 'stepScope', message: half }]],
    [{ ...place, callId: '\udc00' }, [{ path: 'callId', message: half }]],
    [{ ...place, callID: 'call_0' }, [{ path: 'callID', message: 'unknown field' }]],
    [
      { runId },
      [
        { path: 'stepScope', message: empty },
        { path: 'toolId', message: empty },
      ],
    ],
    [undefined, [{ path: '', message: 'expected an object with runId, stepScope and toolId' }]],
    [['a', 'b', 'c'], [{ path: '', message: 'expected an object with runId, stepScope and toolId' }]],
  ])('%j is refused by field', (value, issues) => {
    expect(issuesOf(value)).toEqual(issues);
  });
});
