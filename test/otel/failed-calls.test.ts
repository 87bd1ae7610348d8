/** Calls that fail as spans: each try with its number and its status, and what the call came to. */
import { inspect } from 'node:util';
import { SpanStatusCode } from '@opentelemetry/api';
import { describe, expect, it } from 'vitest';
import { aToolCall, type Fault, type FaultOptions } from '../../mocks/index.js';
import { PackUsageError } from '../../src/index.js';
import { conventional, own } from '../../src/otel/names.js';
import { clientOf, startSample } from '../observe/set-up.js';
import { untyped } from '../regressions/set-up.js';
import { parts, watchSpans } from './set-up.js';

describe('a call that fails', () => {
  it('shows each try, with its number, and what the call came to', async () => {
    const service = await startSample();
    const { client, ended } = watchSpans(clientOf(service, { retry: { minDelayMs: 1 } }));
    await service.fail('overloaded', { times: 1, retryAfter: 0 });
    await service.fail('cut-body', { times: 1 });
    const outcome = await client.invoke(aToolCall());
    const { call, tries } = parts(ended());
    expect(call.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(call.attributes).toMatchObject({
      'rpc.status_code': 'connection-lost',
      'error.type': 'connection-lost',
      'kindgi.pack.execution': 'may-have-run',
      'kindgi.pack.attempts': 2,
    });
    expect(tries.map(({ attributes, status }) => ({ ...attributes, status: status.code }))).toMatchObject([
      { 'http.response.status_code': 503, 'error.type': '503', status: SpanStatusCode.ERROR },
      { 'http.request.resend_count': 1, 'error.type': 'connection-lost', status: SpanStatusCode.ERROR },
    ]);
    expect(tries[0]?.attributes).not.toHaveProperty('http.request.resend_count');
    const callMs = millisecondsOf(call.duration);
    expect(callMs).toBeCloseTo(outcome.durationMs, 1);
    for (const [at, each] of tries.entries()) {
      const { startedMs = -1, durationMs = -1 } = outcome.attempts[at] ?? {};
      expect(millisecondsOf(each.startTime) - millisecondsOf(call.startTime)).toBeCloseTo(startedMs, 1);
      expect(millisecondsOf(each.duration)).toBeCloseTo(durationMs, 1);
    }
  });

  it('with an error of the pack went well as a request', async () => {
    const service = await startSample();
    const { client, ended } = watchSpans(clientOf(service));
    await client.invoke(aToolCall({ input: {} }));
    const { call, tries } = parts(ended());
    expect(call.attributes['error.type']).toBe('input-validation-failed');
    expect(tries[0]?.status.code).toBe(SpanStatusCode.UNSET);
    expect(tries[0]?.attributes).not.toHaveProperty('error.type');
  });

  it('for want of the tool is a method nobody knows', async () => {
    const service = await startSample();
    const { client, ended } = watchSpans(clientOf(service));
    await client.invoke(aToolCall({ tool: { id: 'acme.none' } }));
    expect(parts(ended()).call).toMatchObject({
      name: 'kindgi-pack',
      attributes: {
        'rpc.method': '_OTHER',
        'rpc.method_original': 'tool/acme.none',
        'error.type': 'tool-not-in-pack',
      },
    });
  });

  it('without a connection has a request without a status', async () => {
    const service = await startSample();
    const { client, ended } = watchSpans(clientOf(service, { retry: false }));
    await service.fail('refuse');
    await client.invoke(aToolCall());
    const { tries } = parts(ended());
    expect(tries[0]?.attributes['error.type']).toBe('unreachable');
    expect(tries[0]?.attributes).not.toHaveProperty('http.response.status_code');
  });

  it.each([
    ['no context', { tool: 'acme.any', input: {} }, undefined, 'tool/acme.any'],
    ['no arguments', undefined, undefined, 'kindgi-pack'],
    ['options that are none', aToolCall(), 7, 'tool/acme.billing.find-invoice'],
    ['a list of options', aToolCall(), [], 'tool/acme.billing.find-invoice'],
    ['a bad traceparent', aToolCall(), { traceparent: 'x\r\ny: z' }, 'tool/acme.billing.find-invoice'],
  ])('because it cannot be sent (%s) rejects as ever, and is a span', async (_what, call, options, name) => {
    const { client, ended } = watchSpans(clientOf({ url: 'http://127.0.0.1:1', token: 't' }));
    await expect(client.invoke(untyped(call), untyped(options))).rejects.toThrow(PackUsageError);
    expect(ended()).toMatchObject([
      { name, status: { code: SpanStatusCode.ERROR }, attributes: { 'error.type': 'PackUsageError' } },
    ]);
  });
});

const canary = 'canary-5e02';
const faults: readonly (readonly [Fault, FaultOptions])[] = [
  ['not-json', { body: canary }],
  ['unexpected-status', { status: 500, body: canary }],
  ['missing-env', {}],
  ['wrong-kind', {}],
  ['cut-body', {}],
  ['huge-body', {}],
  ['reset-after-request', {}],
  ['reset-before-request', {}],
];

it.each(faults)('no attribute is but one of those that are named, after %s', async (fault, options) => {
  const service = await startSample();
  const { client, ended } = watchSpans(clientOf(service, { retry: false, maxResponseBytes: 10_000 }));
  await service.fail(fault, { times: 1, ...options });
  const ctx = { secrets: { name: canary }, env: { NAME: canary } };
  const outcome = await client.invoke(aToolCall({ ctx }));
  expect(outcome.kind).toBe('transport');
  const { call, tries } = parts(ended());
  const named: readonly string[] = [...Object.values(conventional), ...Object.values(own)];
  for (const { attributes, events, links, status } of [call, ...tries]) {
    expect(Object.keys(attributes).filter((name) => !named.includes(name))).toEqual([]);
    expect({ events, links, ...status }).toEqual({ events: [], links: [], code: expect.any(Number) });
  }
  const shown = inspect(ended(), { depth: 8, showHidden: true });
  expect([canary, service.token].filter((secret) => shown.includes(secret))).toEqual([]);
});

function millisecondsOf([seconds, nanoseconds]: readonly [number, number]): number {
  return seconds * 1_000 + nanoseconds / 1e6;
}
