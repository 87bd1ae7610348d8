/**
 * The span of one call, over its queueing, tries and waits, and one span of an HTTP request for each try, made when
 * the call has ended and its tries are known. Where undici itself is watched, the spans of requests are its
 * watcher's.
 */
import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { isUndiciWatched } from '../observe/active-trace.js';
import { traceparentOf } from '../observe/traceparent.js';
import {
  attemptAttributes,
  type CallOutcome,
  httpFailure,
  isGood,
  knownMethod,
  outcomeAttributes,
} from './call-attributes.js';
import { conventional, rpcSystem, unknownMethod } from './names.js';

interface CallSpanOptions {
  readonly method: string;
  readonly attributes: Attributes;
  /** The caller's own: the span becomes a part of that trace. */
  readonly traceparent: string | undefined;
}

export class CallSpan {
  /** In which the span is active. */
  readonly context: Context;
  readonly #tracer: Tracer;
  readonly #span: Span;
  readonly #method: string;
  readonly #startedMs = Date.now();

  constructor(tracer: Tracer, { method, attributes, traceparent }: CallSpanOptions) {
    const parent = remoteContext(traceparent) ?? context.active();
    const options = { kind: SpanKind.CLIENT, attributes, startTime: this.#startedMs };
    this.#tracer = tracer;
    this.#span = tracer.startSpan(nameOf(method), options, parent);
    this.#method = method;
    this.context = trace.setSpan(parent, this.#span);
  }

  /** What makes this span the parent of the service's. */
  get traceparent(): string | undefined {
    const place = this.#span.spanContext();
    return isSpanContextValid(place) ? traceparentOf(place) : undefined;
  }

  ended(outcome: CallOutcome): void {
    const span = this.#span;
    if (span.isRecording()) {
      span.setAttributes(outcomeAttributes(outcome));
      this.#nameAsKnown(outcome);
      if (!isGood(outcome)) span.setStatus({ code: SpanStatusCode.ERROR });
      if (!isUndiciWatched()) this.#addTries(outcome);
    }
    span.end(this.#startedMs + outcome.durationMs);
  }

  /** Nothing was sent. What the error says stays with the caller. */
  rejected(error: unknown): void {
    this.#span.setAttribute(conventional.errorType, error instanceof Error ? error.name : '_OTHER');
    this.#span.setStatus({ code: SpanStatusCode.ERROR });
    this.#span.end();
  }

  #nameAsKnown(outcome: CallOutcome): void {
    const known = knownMethod(this.#method, outcome);
    if (known === this.#method) return;
    this.#span.updateName(nameOf(known));
    this.#span.setAttributes({
      [conventional.rpcMethod]: known,
      [conventional.rpcMethodOriginal]: this.#method,
    });
  }

  #addTries({ attempts }: CallOutcome): void {
    for (const [at, attempt] of attempts.entries()) {
      const startTime = this.#startedMs + attempt.startedMs;
      const attributes = attemptAttributes(attempt, at);
      const span = this.#tracer.startSpan(
        'POST',
        { kind: SpanKind.CLIENT, attributes, startTime },
        this.context,
      );
      if (httpFailure(attempt) !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(startTime + attempt.durationMs);
    }
  }
}

/** A span is named after its method; where nobody knows that, after the system. */
function nameOf(method: string): string {
  return method === unknownMethod ? rpcSystem : method;
}

/** A caller's `traceparent` as the context of a span elsewhere; `undefined` if there is none, or it is none. */
function remoteContext(traceparent: string | undefined): Context | undefined {
  const [, traceId = '', spanId = '', flags = ''] =
    /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-|$)/.exec(traceparent ?? '') ?? [];
  const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(remote) ? trace.setSpanContext(context.active(), remote) : undefined;
}
