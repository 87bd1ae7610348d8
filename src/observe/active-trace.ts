/**
 * The trace context of the OpenTelemetry span that is active where a call is made, as a `traceparent`. The package
 * `@opentelemetry/api` is loaded with the first call after somebody in this process has registered with it, so that
 * nobody else pays for it, and nobody has to have it.
 *
 * Whoever listens to undici's requests, as OpenTelemetry's own instrumentation of undici does, writes the header
 * itself, for a span of the request under the active one. A service that gets two of them heeds neither, so none is
 * added here then.
 */
import { channel } from 'node:diagnostics_channel';
import { createRequire } from 'node:module';
import type * as OpenTelemetry from '@opentelemetry/api';
import { traceparentOf } from './traceparent.js';

/** Where every copy of the package, in its first major version, keeps what is registered. */
const registered = Symbol.for('opentelemetry.js.api.1');
const undiciRequests = channel('undici:request:create');

let api: typeof OpenTelemetry | 'none' | undefined;

/** `undefined` when no span is active, nothing here knows of spans, or somebody else writes the header. */
export function activeTraceparent(): string | undefined {
  return registered in globalThis && !isUndiciWatched() ? readActive() : undefined;
}

/** Does anybody listen to undici's requests? */
export function isUndiciWatched(): boolean {
  return undiciRequests.hasSubscribers;
}

function readActive(): string | undefined {
  api ??= load();
  if (api === 'none') return undefined;
  try {
    const span = api.trace.getSpanContext(api.context.active());
    return span !== undefined && api.isSpanContextValid(span) ? traceparentOf(span) : undefined;
  } catch {
    // Tracing that is broken costs a trace, and no call.
    return undefined;
  }
}

function load(): typeof OpenTelemetry | 'none' {
  try {
    const loaded: typeof OpenTelemetry = createRequire(import.meta.url)('@opentelemetry/api');
    return loaded;
  } catch {
    return 'none';
  }
}
