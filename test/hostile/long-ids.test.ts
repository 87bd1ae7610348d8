/**
 * Ids of any length: they become headers, and a server that is sent too many bytes of headers answers a status, or hangs
 * up, and says nothing of the call. So they are refused before anything is sent, and the longest that go out get there.
 */
import { describe, expect, it } from 'vitest';
import { aToolCall } from '../../mocks/index.js';
import { type CallOptions, PackUsageError } from '../../src/index.js';
import { good, message } from '../faults/answers.js';
import { start } from '../mocks/packs.js';
import { call, clientOf, serve } from '../regressions/set-up.js';

const longest = 'r'.repeat(4_096);
/** Twelve characters each when they are sent. */
const longestEncoded = '💥'.repeat(341);
const tooLong: readonly (readonly [string, string])[] = [
  ['one character too long', 'r'.repeat(4_097)],
  ['short, but long when encoded', '💥'.repeat(342)],
  ['of halves of pairs, which become three bytes each', '\ud800'.repeat(456)],
  ['of 100 MiB', 'r'.repeat(100 * 2 ** 20)],
  ['that would end a line', '\r\n'.repeat(1_000)],
];

const expectation = 'expected at most 4096 characters, percent-encoded';

async function issuesOf(refused: Promise<unknown>) {
  const error: unknown = await refused.catch((thrown: unknown) => thrown);
  if (!(error instanceof PackUsageError)) throw new Error('the call was not refused');
  expect(error.message.length).toBeLessThan(200);
  return error.issues;
}

describe('a server with the limit that Node has', () => {
  it.each([longest, longestEncoded])('reads both ids at their longest (%#)', async (id) => {
    const service = await start();
    const client = clientOf(service.url, { token: service.token });
    const outcome = await client.invoke(
      aToolCall({ tool: 'echo', ctx: { tenantId: 't', runId: id, requestId: id } }),
    );
    expect(outcome).toMatchObject({ kind: 'result', requestId: id });
    expect(decodeURIComponent(service.calls[0]?.headers['kindgi-run-id'] ?? '')).toBe(id);
  });
});

describe.each(tooLong)('an id %s', (_what, id) => {
  it('is refused by its place, and nothing is sent', async () => {
    const service = await serve({ onRequest: good });
    const client = clientOf(service.url);
    const { ctx } = call;
    const check = { check: 'c', trace: {} };
    const refusals: readonly (readonly [string, Promise<unknown>])[] = [
      ['ctx.runId', client.invoke({ ...call, ctx: { ...ctx, runId: id } })],
      ['ctx.requestId', client.invoke({ ...call, ctx: { ...ctx, requestId: id } })],
      ['requestId', client.invoke(call, { requestId: id })],
      ['requestId', client.check(check, { requestId: id })],
      ['runId', client.check({ ...check, runId: id })],
      ['trace.runId', client.check({ ...check, trace: { runId: id } })],
    ];
    for (const [path, refused] of refusals) {
      expect(await issuesOf(refused)).toEqual([{ path, message: expectation }]);
    }
    expect(service.connections).toBe(0);
    expect(client.stats()).toMatchObject({ calls: 0, attempts: 0 });
  });
});

it('a trace context of any length is refused too', async () => {
  const service = await serve({ onRequest: good });
  const client = clientOf(service.url);
  const traceparent = `01-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const options = (more: string): CallOptions => ({ traceparent: traceparent + more });
  expect(await issuesOf(client.invoke(call, options(`-${'x'.repeat(201)}`)))).toMatchObject([
    { path: 'traceparent' },
  ]);
  expect(service.connections).toBe(0);
  expect(await client.invoke(call, options(`-${'x'.repeat(200)}`))).toMatchObject({ kind: 'result' });
});

it('what is no header may be as long as a message: tool, tenant, check', async () => {
  const service = await serve({
    onRequest: (wire, { body }) =>
      wire.send(
        String(body).includes('check-invoke')
          ? message({ kind: 'check-result', result: { passed: true } })
          : message({ kind: 'result', output: 1 }),
      ),
  });
  const client = clientOf(service.url);
  const id = 'i'.repeat(100_000);
  const ctx = { tenantId: id, runId: 'r', idempotencyKey: id };
  expect(await client.invoke({ tool: { id, version: id }, input: 1, ctx })).toMatchObject({ kind: 'result' });
  expect(await client.check({ check: id, trace: {} })).toMatchObject({ kind: 'check-result' });
});
