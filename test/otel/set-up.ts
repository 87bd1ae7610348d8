/** The OpenTelemetry SDK with exporters that keep what they get. One per test file: what is registered is global. */
import { type Attributes, context, type Span, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  type MetricData,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, expect } from 'vitest';
import type { PackClient } from '../../src/index.js';
import { instrumentPackClient } from '../../src/otel/index.js';

/** Makes spans that are active stay so over awaits, in the tests of this file. */
export function useContextManager(): void {
  const manager = new AsyncLocalStorageContextManager();
  beforeAll(() => void context.setGlobalContextManager(manager.enable()));
  afterAll(() => context.disable());
}

export interface KeptSpans {
  readonly provider: BasicTracerProvider;
  /** Those that have ended, in the order of their ends. */
  ended(): readonly ReadableSpan[];
}

export function keepSpans(): KeptSpans {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  return { provider, ended: () => exporter.getFinishedSpans() };
}

export interface KeptMetrics {
  readonly provider: MeterProvider;
  /** What every metric says now, by name. */
  collect(): Promise<ReadonlyMap<string, MetricData>>;
}

export function keepMetrics(): KeptMetrics {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  // Collected when a test asks, never by itself.
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 2 ** 31 - 1 });
  const provider = new MeterProvider({ readers: [reader] });
  return {
    provider,
    async collect() {
      exporter.reset();
      await provider.forceFlush();
      const metrics = exporter
        .getMetrics()
        .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
      return new Map(metrics.map((metric) => [metric.descriptor.name, metric]));
    },
  };
}

/** The values of a metric, each with its attributes. */
export function pointsOf(
  metric: MetricData | undefined,
): readonly { readonly attributes: Attributes; readonly value: unknown }[] {
  return (metric?.dataPoints ?? []).map(({ attributes, value }) => ({ attributes, value }));
}

/** Runs `action` while the span is active. */
export function within<Value>(span: Span, action: () => Value): Value {
  return context.with(trace.setSpan(context.active(), span), action);
}

export function traceparentOf(span: Span, flags = '01'): string {
  const { traceId, spanId } = span.spanContext();
  return `00-${traceId}-${spanId}-${flags}`;
}

/** The client with spans, which are kept. */
export function watchSpans(client: PackClient): KeptSpans & { readonly client: PackClient } {
  const spans = keepSpans();
  return { ...spans, client: instrumentPackClient(client, { tracerProvider: spans.provider }) };
}

/** The call's own span, and those of its tries. */
export function parts(spans: readonly ReadableSpan[]) {
  const [call, ...others] = spans.filter(({ name }) => name !== 'POST');
  expect(others).toEqual([]);
  if (call === undefined) throw new Error('no span of a call');
  return { call, tries: spans.filter(({ name }) => name === 'POST') };
}

/** Where a service listens, as attributes say it. */
export const placeOf = ({ url }: { readonly url: string }) => ({
  'server.address': '127.0.0.1',
  'server.port': Number(new URL(url).port),
});
