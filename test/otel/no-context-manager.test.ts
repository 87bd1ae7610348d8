/** A tracer provider alone, with nothing that keeps the active span over awaits. */
import { expect, it } from 'vitest';
import { aToolCall } from '../../mocks/index.js';
import { instrumentPackClient } from '../../src/otel/index.js';
import { clientOf, startSample } from '../observe/set-up.js';
import { keepSpans } from './set-up.js';

it('the span of a call is the parent of the service all the same, on each try', async () => {
  const service = await startSample();
  const { provider, ended } = keepSpans();
  const client = instrumentPackClient(clientOf(service, { retry: { minDelayMs: 1 } }), {
    tracerProvider: provider,
  });
  await service.fail('overloaded', { times: 1, retryAfter: 0 });
  await client.invoke(aToolCall(), { timeoutMs: 5_000 });
  const { traceId, spanId } = ended().at(-1)?.spanContext() ?? {};
  const header = `00-${traceId}-${spanId}-01`;
  expect(service.calls.map(({ headers }) => headers['traceparent'])).toEqual([header, header]);
});
