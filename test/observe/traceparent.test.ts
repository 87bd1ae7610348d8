/** Which `traceparent` a service gets: the caller's, else that of the active span, else none; never two. */
import { channel } from 'node:diagnostics_channel';
import { INVALID_SPAN_CONTEXT, trace } from '@opentelemetry/api';
import { expect, it, onTestFinished } from 'vitest';
import { aCheckCall, aToolCall, type RunningPackService } from '../../mocks/index.js';
import { keepSpans, traceparentOf, useContextManager, within } from '../otel/set-up.js';
import { untyped } from '../regressions/set-up.js';
import { clientOf, startSample } from './set-up.js';

useContextManager();
const tracer = keepSpans().provider.getTracer('test');
const sentTo = (service: RunningPackService) => service.calls.map(({ headers }) => headers['traceparent']);

it('is that of the span that is active where the call is made', async () => {
  const service = await startSample();
  const client = clientOf(service);
  const span = tracer.startSpan('step');
  await within(span, () => Promise.all([client.invoke(aToolCall()), client.check(aCheckCall())]));
  expect(sentTo(service)).toEqual([traceparentOf(span), traceparentOf(span)]);
});

it("is each call's own where many run at once", async () => {
  const service = await startSample();
  const client = clientOf(service, { maxConcurrency: 4 });
  const spans = new Map(Array.from({ length: 40 }, (_, at) => [`run-${at}`, tracer.startSpan('step')]));
  await Promise.all(
    [...spans].map(([runId, span]) => within(span, () => client.invoke(aToolCall({ ctx: { runId } })))),
  );
  const sent = service.calls.map(({ headers }) => [headers['kindgi-run-id'], headers['traceparent']]);
  expect(new Map(sent.map(([runId = '', header]) => [runId, header]))).toEqual(
    new Map([...spans].map(([runId, span]) => [runId, traceparentOf(span)])),
  );
});

it('is the same on each try, though the span has ended by then', async () => {
  const service = await startSample();
  const client = clientOf(service, { retry: { minDelayMs: 1 } });
  await service.fail('overloaded', { times: 2, retryAfter: 0 });
  const span = tracer.startSpan('step');
  const pending = within(span, () => client.invoke(aToolCall()));
  span.end();
  await pending;
  expect(sentTo(service)).toEqual(Array.from({ length: 3 }, () => traceparentOf(span)));
});

it('is the one that the caller gives, as it was given', async () => {
  const service = await startSample();
  const client = clientOf(service);
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`;
  await within(tracer.startSpan('step'), () => client.invoke(aToolCall(), { traceparent }));
  expect(sentTo(service)).toEqual([traceparent]);
});

it('is none where no span is active, or one that stands for nothing', async () => {
  const service = await startSample();
  const client = clientOf(service);
  await client.invoke(aToolCall());
  await within(trace.wrapSpanContext(INVALID_SPAN_CONTEXT), () => client.invoke(aToolCall()));
  expect(sentTo(service)).toEqual([undefined, undefined]);
});

it('is left to whoever listens to the requests of undici', async () => {
  const service = await startSample();
  const client = clientOf(service);
  const written = `00-${'c'.repeat(32)}-${'d'.repeat(16)}-01`;
  const write = (message: unknown) => untyped(message).request.addHeader('traceparent', written);
  const requests = channel('undici:request:create');
  requests.subscribe(write);
  onTestFinished(() => void requests.unsubscribe(write));
  await within(tracer.startSpan('step'), () => client.invoke(aToolCall()));
  expect(sentTo(service)).toEqual([written]);
});
