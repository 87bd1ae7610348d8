/**
 * The entry `kindgi-pack-client/otel`: calls as OpenTelemetry spans and metrics. It needs `@opentelemetry/api`,
 * which is an optional peer; where the spans go is up to the SDK that is set up.
 */
import { type MeterProvider, metrics, type TracerProvider, trace } from '@opentelemetry/api';
import { PackUsageError } from '../errors.js';
import type { PackClient } from '../pack-client.js';
import { version } from '../version.js';
import { InstrumentedClient } from './instrumented-client.js';
import { createCallMetrics } from './metrics.js';
import { schemaUrl } from './names.js';

/**
 * Where spans and metrics go.
 *
 * @example
 * ```ts
 * const options: InstrumentOptions = { tracerProvider: new BasicTracerProvider() };
 * ```
 */
export interface InstrumentOptions {
  /** Default: the one that is registered. */
  readonly tracerProvider?: TracerProvider | undefined;
  /** Default: the one that is registered. */
  readonly meterProvider?: MeterProvider | undefined;
}

const scope = 'kindgi-pack-client';

/**
 * The same client, with a client span for each call of `invoke` and `check`, a span for each of its tries, and
 * metrics. The span is active while the call runs, and the parent of the service's. Use and close the one that is
 * returned. Set up the SDK first: metrics go to the provider that is registered at this moment.
 *
 * @example
 * ```ts
 * await using client = instrumentPackClient(createPackClient(packClientOptionsFromEnv()));
 * ```
 *
 * @throws PackUsageError when it is given no client.
 */
export function instrumentPackClient(
  client: PackClient,
  {
    tracerProvider = trace.getTracerProvider(),
    meterProvider = metrics.getMeterProvider(),
  }: InstrumentOptions = {},
): PackClient {
  if (typeof client?.invoke !== 'function') {
    const message = 'expected a client, as createPackClient makes it';
    throw new PackUsageError('cannot instrument', [{ path: 'client', message }]);
  }
  const tracer = tracerProvider.getTracer(scope, version, { schemaUrl });
  const meter = meterProvider.getMeter(scope, version, { schemaUrl });
  return new InstrumentedClient(client, tracer, createCallMetrics(meter, client));
}
