/**
 * Inputs come from anybody. One that cannot be sent is refused by its place, at a cost of about what it weighs, however it
 * is built; and what the refusal quotes of it ends no line of a log.
 */
import { describe, expect, it } from 'vitest';
import { PackUsageError } from '../../src/index.js';
import { findUnreadable } from '../../src/unreadable.js';
import { good } from '../faults/answers.js';
import { call, clientOf, serve, untyped } from '../regressions/set-up.js';

const mebibyte = 2 ** 20;

/** The most memory that this process has held, in bytes. */
const peakBytes = () => process.resourceUsage().maxRSS * 1024;

async function refusalOf(input: unknown): Promise<PackUsageError> {
  const service = await serve({ onRequest: good });
  const error: unknown = await clientOf(service.url)
    .invoke({ ...call, input })
    .catch((thrown: unknown) => thrown);
  expect(service.connections).toBe(0);
  if (error instanceof PackUsageError) return error;
  throw new Error('it was not refused');
}

/** Lists in lists, `depth` of them, around a value. */
function nested(depth: number, inmost: unknown): unknown {
  let value = inmost;
  for (let at = 0; at < depth; at += 1) value = [value];
  return value;
}

describe('a list of 200,000, deep inside', () => {
  const wide = (item: () => unknown) => nested(900, Array.from({ length: 200_000 }, item));

  it.each<[string, () => unknown]>([
    ['numbers', () => 1],
    ['objects', () => ({})],
  ])('of %s, beside what cannot be sent, is looked through in little memory', async (_what, item) => {
    // From Node 26 on, plain values may be nested as deep as one likes; a date’s text still takes the stack.
    const input = { wide: wide(item), deep: nested(100_000, new Date(0)) };
    const before = peakBytes();
    expect((await refusalOf(input)).issues).toEqual([{ path: 'input', message: 'expected less nesting' }]);
    expect(peakBytes() - before).toBeLessThan(300 * mebibyte);
  });

  it('is looked through in little memory for what cannot be read', () => {
    const bad = {
      get lines() {
        throw new Error('no');
      },
    };
    const before = peakBytes();
    expect(findUnreadable({ wide: wide(() => 1), here: [0, bad] })).toEqual(['here', 1, 'lines']);
    expect(peakBytes() - before).toBeLessThan(300 * mebibyte);
  });
});

it('what is in many places is looked through once', async () => {
  let shared: unknown = 1;
  for (let at = 0; at < 60; at += 1) shared = [shared, shared];
  // Written out, it would be as long as the universe is old: what stands before it is found first.
  expect((await refusalOf({ first: 1n, shared })).issues).toMatchObject([{ path: 'input.first' }]);
});

describe('a refusal', () => {
  const evil = 'a\r\n2026-01-01 level=error forged\u001b[2J\u009b31m';

  it.each<[string, unknown, unknown]>([
    ['a key of an input', { [evil]: 1n }, undefined],
    ['a key of 1 MiB', { ['k'.repeat(mebibyte)]: 1n }, undefined],
  ])('that names %s is one line, and short; its issues name the place as it is', async (_what, input) => {
    const { message, stack = '', issues } = await refusalOf(input);
    expect(message).not.toMatch(/[\p{Cc}]/u);
    expect(message.length).toBeLessThan(1_000);
    expect(stack.slice(0, stack.indexOf('\n    at'))).toBe(`PackUsageError: ${message}`);
    expect(issues[0]?.path).toBe(`input.${Object.keys(Object(input))[0]}`);
  });

  it.each(['ctx', 'call', 'options'])('of an unknown field of %s is one line too', async (which) => {
    const service = await serve({ onRequest: good });
    const client = clientOf(service.url);
    const odd = { [evil]: 1 };
    const refused =
      which === 'options'
        ? client.invoke(call, { ...odd, timeoutMs: 1 })
        : client.invoke(which === 'ctx' ? { ...call, ctx: { ...call.ctx, ...odd } } : { ...call, ...odd });
    const error: unknown = await refused.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PackUsageError);
    expect(String(error)).not.toMatch(/[\p{Cc}]/u);
  });
});

it('20,000 fields that are wrong are a thousand issues, and their number', async () => {
  const service = await serve({ onRequest: good });
  const client = clientOf(service.url);
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, 1]));
  for (const env of [{ env: many }, { settings: many }, many]) {
    const refused = client.invoke({ ...call, ctx: { ...call.ctx, ...untyped(env) } });
    const error: unknown = await refused.catch((thrown: unknown) => thrown);
    const issues = error instanceof PackUsageError ? error.issues : [];
    expect(issues).toHaveLength(1_001);
    expect(issues.at(-1)).toEqual({ path: '', message: 'and 19000 more' });
  }
});

it('a wrong field that is named as every object’s are is told as any other', async () => {
  const service = await serve({ onRequest: good });
  const env = untyped({ constructor: 1 });
  const refused = clientOf(service.url).invoke({ ...call, ctx: { ...call.ctx, env } });
  await expect(refused).rejects.toThrow('bad tool call: ctx.env.constructor: expected a string');
});
