/** Spans and metrics of calls to a service that gives back all it was told, wherever it can: no secret gets into them. */
import { afterAll, expect, it } from 'vitest';
import type { PackClient } from '../../src/index.js';
import { instrumentPackClient } from '../../src/otel/index.js';
import { answer, message, unavailable } from '../faults/answers.js';
import type { Script } from '../faults/raw-service.js';
import { keepMetrics, keepSpans } from '../otel/set-up.js';
import { leaksIn, recordingLogger, secretCaller, secretClient, tellLooks } from '../regressions/canaries.js';
import { clientOf, serve } from '../regressions/set-up.js';

afterAll(() => tellLooks('secrets of spans'));

const { input, ctx, config, trace } = secretCaller(recordingLogger(), () => undefined);

const echoes: readonly (readonly [string, Script])[] = [
  ['an output', (wire, { raw }) => wire.send(message({ kind: 'result', output: raw }))],
  [
    'a verdict',
    (wire, { raw }) => wire.send(message({ kind: 'check-result', result: { passed: true, reason: raw } })),
  ],
  [
    'an error',
    (wire, { raw }) =>
      wire.send(
        message({
          kind: 'error',
          code: 'handler-throw',
          message: raw,
          cause: raw,
          toolId: raw,
          checkId: raw,
        }),
      ),
  ],
  ['a code', (wire, { raw }) => wire.send(message({ kind: 'error', code: raw, message: raw }))],
  ['a 500', (wire, { raw }) => wire.send(answer(500, raw))],
  ['a 503', (wire, { raw }) => wire.send(unavailable('missing env', '0', { missingEnv: [raw], echo: raw }))],
  ['no message', (wire, { raw }) => wire.send(answer(200, raw))],
  ['no HTTP', (wire, { raw }) => wire.send(raw)],
];

it.each(echoes)('%s', async (_what, script) => {
  const service = await serve({ onRequest: script });
  const [spans, metrics] = [keepSpans(), keepMetrics()];
  const client: PackClient = instrumentPackClient(clientOf(service.url, secretClient), {
    tracerProvider: spans.provider,
    meterProvider: metrics.provider,
  });
  await client.invoke({ tool: 'test.tool', input, ctx });
  await client.check({ check: 'test.check', config, trace });
  await expect(client.invoke({ tool: 'test.tool', input: { input, n: 1n }, ctx })).rejects.toThrow('bigint');
  const told = spans
    .ended()
    .map(({ name, attributes, events, status, links }) => ({ name, attributes, events, status, links }));
  expect(told.length).toBeGreaterThanOrEqual(5);
  const measured = await metrics.collect();
  expect(measured.size).toBeGreaterThan(0);
  expect([told, measured, client].flatMap(leaksIn)).toEqual([]);
});
