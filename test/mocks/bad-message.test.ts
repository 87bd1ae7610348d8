/** Bodies that are no request, and what is let through all the same. */
import { describe, expect, test } from 'vitest';
import { start } from './packs.js';
import { send } from './wire.js';

describe('a message is refused', () => {
  const ctx = { tenantId: 't', runId: 'r' };
  const good = { v: 2, kind: 'invoke', tool: { id: 'echo' }, input: 1, ctx };
  test.each([
    ['not JSON', '{', 'malformed-message'],
    ['empty', '', 'malformed-message'],
    ['not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'malformed-message'],
    ['behind a byte order mark', `\uFEFF${JSON.stringify(good)}`, 'malformed-message'],
    ['an array', '[]', 'malformed-message'],
    ['null', 'null', 'malformed-message'],
    ['without v', JSON.stringify({ ...good, v: undefined }), 'unknown-protocol-version'],
    ['of v 1', JSON.stringify({ ...good, v: 1 }), 'unknown-protocol-version'],
    ['of v "2"', JSON.stringify({ ...good, v: '2' }), 'unknown-protocol-version'],
    ['a result', JSON.stringify({ ...good, kind: 'result' }), 'unexpected-message-kind'],
    ['without a tool', JSON.stringify({ ...good, tool: undefined }), 'malformed-message'],
    ['with an empty tool id', JSON.stringify({ ...good, tool: { id: '' } }), 'malformed-message'],
    [
      'with a version that is a number',
      JSON.stringify({ ...good, tool: { id: 'echo', version: 1 } }),
      'malformed-message',
    ],
    ['without ctx', JSON.stringify({ ...good, ctx: undefined }), 'malformed-message'],
    ['without a run', JSON.stringify({ ...good, ctx: { tenantId: 't' } }), 'malformed-message'],
    ['with its kind only on __proto__', `{"__proto__":${JSON.stringify(good)}}`, 'unknown-protocol-version'],
    [
      'a check without config',
      JSON.stringify({ v: 2, kind: 'check-invoke', check: { id: 'c' } }),
      'malformed-message',
    ],
    [
      'a check without an id',
      JSON.stringify({ v: 2, kind: 'check-invoke', check: {}, config: {} }),
      'malformed-message',
    ],
  ])('%s', async (_what, body, code) => {
    const service = await start();
    const { status, json, headers } = await send(service, { body });
    expect(status).toBe(200);
    expect(json).toEqual({ v: 2, kind: 'error', code, message: expect.any(String) });
    expect(headers['kindgi-artifact-version']).toBe('build-7');
    expect(headers['kindgi-duration-ms']).toMatch(/^\d+$/);
    expect(service.calls).toMatchObject([{ status: 200, outcome: code, handler: 'not-started' }]);
  });
});

test('unknown fields are let through, and an absent input is null', async () => {
  const service = await start();
  const message = {
    v: 2,
    kind: 'invoke',
    tool: { id: 'echo', also: 1 },
    ctx: { tenantId: '', runId: '', more: 1 },
    x: 1,
  };
  const { json } = await send(service, { body: JSON.stringify(message) });
  expect(json).toEqual({ v: 2, kind: 'result', output: null });
});
