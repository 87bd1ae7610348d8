/** Calls as spans: what each says, where it hangs, and that the service's hangs under it. */
import { channel } from 'node:diagnostics_channel';
import { inspect } from 'node:util';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aCheckCall, aToolCall } from '../../mocks/index.js';
import { PackUsageError } from '../../src/index.js';
import { instrumentPackClient } from '../../src/otel/index.js';
import { version } from '../../src/version.js';
import { clientOf, startSample } from '../observe/set-up.js';
import { keepSpans, parts, placeOf, traceparentOf, useContextManager, watchSpans, within } from './set-up.js';

useContextManager();

describe('a call that gives a result', () => {
  it('is a client span with a span of one request', async () => {
    const service = await startSample();
    const { client, ended } = watchSpans(clientOf(service));
    await client.invoke(aToolCall(), { requestId: 'request-1' });
    const { call, tries } = parts(ended());
    expect(call).toMatchObject({
      name: 'tool/acme.billing.find-invoice',
      kind: SpanKind.CLIENT,
      status: { code: SpanStatusCode.UNSET },
      parentSpanContext: undefined,
      instrumentationScope: { name: 'kindgi-pack-client', version },
    });
    expect(call.attributes).toEqual({
      'rpc.system.name': 'kindgi-pack',
      'rpc.method': 'tool/acme.billing.find-invoice',
      'rpc.status_code': 'result',
      ...placeOf(service),
      'kindgi.pack.run_id': 'run-1',
      'kindgi.pack.request_id': 'request-1',
      'kindgi.pack.execution': 'ran',
      'kindgi.pack.may_still_run': false,
      'kindgi.pack.stopped': 'answered',
      'kindgi.pack.attempts': 1,
      'kindgi.pack.artifact_version': expect.any(String),
    });
    expect(tries).toHaveLength(1);
    expect(tries[0]).toMatchObject({
      kind: SpanKind.CLIENT,
      status: { code: SpanStatusCode.UNSET },
      parentSpanContext: { spanId: call.spanContext().spanId },
    });
    expect(tries[0]?.attributes).toEqual({
      'http.request.method': 'POST',
      'http.response.status_code': 200,
      'network.protocol.version': '1.1',
      'url.full': `${service.url}/v1/invoke`,
      ...placeOf(service),
      'kindgi.pack.execution': 'ran',
    });
  });

  it('hangs under the active span, and the service under it', async () => {
    const service = await startSample();
    const { client, ended, provider } = watchSpans(clientOf(service));
    const step = provider.getTracer('test').startSpan('step');
    await within(step, () => client.check(aCheckCall()));
    const { call } = parts(ended());
    expect(call.name).toBe('check/acme.billing.checks.amount-within-limit');
    expect(call.attributes['kindgi.pack.run_id']).toBe('run-1');
    expect(call.parentSpanContext?.spanId).toBe(step.spanContext().spanId);
    const { traceId, spanId } = call.spanContext();
    expect(traceId).toBe(step.spanContext().traceId);
    expect(service.calls[0]?.headers['traceparent']).toBe(`00-${traceId}-${spanId}-01`);
  });

  it('is a part of the trace that the caller names, whose header goes on as it is', async () => {
    const service = await startSample();
    const { client, ended } = watchSpans(clientOf(service));
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    await client.invoke(aToolCall(), { traceparent });
    expect(service.calls[0]?.headers['traceparent']).toBe(traceparent);
    expect(parts(ended()).call.parentSpanContext).toMatchObject({
      traceId: 'a'.repeat(32),
      spanId: 'b'.repeat(16),
      isRemote: true,
    });
  });

  it('is active while the token is asked for', async () => {
    const service = await startSample();
    const spans = keepSpans();
    const tracer = spans.provider.getTracer('test');
    const token = async () => {
      tracer.startSpan('token').end();
      return service.token;
    };
    const client = instrumentPackClient(clientOf(service, { token }), { tracerProvider: spans.provider });
    await client.invoke(aToolCall());
    const [asked] = spans.ended();
    const call = spans.ended().find(({ name }) => name.startsWith('tool/'));
    expect(asked?.parentSpanContext?.spanId).toBe(call?.spanContext().spanId);
  });
});

it('no span holds an input, an output, or what a service says', async () => {
  // An id that the sample pack takes.
  const canary = 'inv_77004411';
  const service = await startSample({
    tools: {
      'acme.billing.find-invoice': () => {
        throw new Error(canary);
      },
    },
  });
  const { client, ended } = watchSpans(clientOf(service));
  const ctx = { secrets: { name: canary }, env: { NAME: canary } };
  const outcome = await client.invoke(aToolCall({ input: { invoiceId: canary }, ctx }));
  expect(JSON.stringify(outcome)).toContain(canary);
  expect(inspect(ended(), { depth: 8, showHidden: true })).not.toContain(canary);
  expect(inspect(client, { depth: 8, showHidden: true })).not.toContain(service.token);
});

it('where undici itself is watched, header and requests are left to its watcher', async () => {
  const service = await startSample();
  const { client, ended } = watchSpans(clientOf(service));
  const requests = channel('undici:request:create');
  const listen = () => {};
  requests.subscribe(listen);
  onTestFinished(() => void requests.unsubscribe(listen));
  await client.invoke(aToolCall());
  expect(parts(ended()).tries).toEqual([]);
  expect(service.calls[0]?.headers['traceparent']).toBeUndefined();
});

it('a tracer that throws costs no call its outcome', async () => {
  const service = await startSample();
  const broken = keepSpans().provider;
  const fail = () => {
    throw new Error('no span');
  };
  const startSpan = { getTracer: () => ({ startSpan: fail, startActiveSpan: fail }) };
  const end = {
    getTracer: () => {
      const tracer = broken.getTracer('test');
      const start: typeof tracer.startSpan = (...args) =>
        Object.assign(tracer.startSpan(...args), { setAttributes: fail, end: fail });
      return { startSpan: start, startActiveSpan: fail };
    },
  };
  for (const tracerProvider of [startSpan, end]) {
    const client = instrumentPackClient(clientOf(service), { tracerProvider });
    expect(await client.invoke(aToolCall())).toMatchObject({ kind: 'result' });
  }
});

it('everything but calls is as the client has it', async () => {
  const service = await startSample();
  const inner = clientOf(service);
  const { client, ended } = watchSpans(inner);
  expect(await client.info()).toMatchObject({ kind: 'info' });
  expect(await client.health()).toMatchObject({ ready: true });
  expect(await client.ready()).toMatchObject({ ready: true });
  expect(await client.waitUntilReady()).toMatchObject({ ready: true });
  await expect(client.reconcile()).rejects.toThrow(PackUsageError);
  expect(client.stats()).toEqual(inner.stats());
  expect(ended()).toEqual([]);
  await client[Symbol.asyncDispose]();
  expect(await inner.invoke(aToolCall())).toMatchObject({ reason: 'closed' });
});

it('without an SDK the header is that of the active span', async () => {
  const service = await startSample();
  const client = instrumentPackClient(clientOf(service));
  const step = keepSpans().provider.getTracer('test').startSpan('step');
  await within(step, () => client.invoke(aToolCall()));
  await client.invoke(aToolCall());
  expect(service.calls.map(({ headers }) => headers['traceparent'])).toEqual([
    traceparentOf(step),
    undefined,
  ]);
});
