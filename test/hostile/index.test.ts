/**
 * What is asked of an index, and what it holds: ids come from anybody and leave nothing behind, an index that is all
 * one tool costs what it weighs, and a spoiled `Object.prototype` says nothing of a tool.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import { parsePackIndex, toolIdempotencyKey } from '../../src/index.js';
import { createIndexRules } from '../../src/pack/index-rules.js';
import { answer, inTurn } from '../faults/answers.js';
import { pack, tool } from '../mocks/packs.js';
import { call, clientOf, serve } from '../regressions/set-up.js';

const mebibyte = 2 ** 20;
const ctx = { tenantId: 't-1', runId: 'run-1' };

/** What is left in memory when all that nobody holds is gone. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

it('ids and versions that were asked for are not remembered, found or not', () => {
  const rules = createIndexRules(parsePackIndex(pack({ tools: [tool('known', { version: '1' })] })));
  const ask = (round: number) => {
    const long = String(round).padEnd(mebibyte, 'é');
    expect(rules.toolOf({ tool: long, input: null, ctx })).toBeUndefined();
    expect(rules.toolOf({ tool: { id: 'known', version: long }, input: null, ctx })).toBeUndefined();
    expect(rules.toolOf({ tool: 'known', input: null, ctx })?.id).toBe('known');
  };
  ask(0);
  const before = heldBytes();
  for (let round = 1; round <= 50; round += 1) ask(round);
  expect(heldBytes() - before).toBeLessThan(10 * mebibyte);
});

it('an index of 100,000 versions of one tool is put in order once', () => {
  const tools = Array.from({ length: 100_000 }, (_, at) => tool('one', { version: String(at) }));
  const rules = createIndexRules(parsePackIndex(pack({ tools })));
  expect(rules.toolOf({ tool: { id: 'one', version: '99999' }, input: null, ctx })?.version).toBe('99999');
  expect(rules.toolOf({ tool: 'one', input: null, ctx })).toBeUndefined();
});

it.each([
  ['mutating', false],
  ['spec', {}],
  ['version', '9.9.9'],
])('what stands on Object.prototype as %s says nothing of a tool', async (name, value) => {
  const index = parsePackIndex(JSON.parse(JSON.stringify(pack({ tools: [tool('test.tool')] }))));
  const service = await serve({
    onRequest: inTurn(
      (wire) => wire.send(answer(500)),
      (wire) => wire.send(answer(500)),
    ),
  });
  const client = clientOf(service.url, { index, retry: { readOnly: true, minDelayMs: 1 } });
  Object.defineProperty(Object.prototype, name, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  });
  onTestFinished(() => void Reflect.deleteProperty(Object.prototype, name));
  // A tool that may change something is not sent again.
  expect(await client.invoke({ ...call, tool: { id: 'test.tool' } })).toMatchObject({
    reason: 'service-failed',
    attempts: [{ status: 500 }],
  });
  expect(service.requests).toHaveLength(1);
});

it('what stands on Object.prototype changes no idempotency key', () => {
  const place = { runId: 'run-7', stepScope: 'charge-card', toolId: 'acme.billing.charge-card' };
  const key = toolIdempotencyKey(place);
  Object.defineProperty(Object.prototype, 'callId', { value: 'x', configurable: true, writable: true });
  onTestFinished(() => void Reflect.deleteProperty(Object.prototype, 'callId'));
  expect(toolIdempotencyKey(place)).toBe(key);
});
