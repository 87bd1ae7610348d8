/**
 * A client around a client: the same calls, each with a span that is active while it runs, and counted when it has
 * ended. Questions to replicas (`info`, probes, `reconcile`) go through as they are. Tracing that throws costs a
 * span, and no call its outcome.
 */
import { context, type Tracer } from '@opentelemetry/api';
import { isUndiciWatched } from '../observe/active-trace.js';
import type { CallOptions, ProbeOptions } from '../options/types.js';
import type { CheckOutcome, InfoOutcome, ToolOutcome } from '../outcome.js';
import { ownField } from '../own-fields.js';
import type { PackIndex } from '../pack/pack-index.js';
import type { ReadyReport, ReconcileReport } from '../pack/reports.js';
import type { CheckCall, PackClient, PackClientStats, ToolCall } from '../pack-client.js';
import { maxIdChars } from '../protocol/headers.js';
import { safely } from '../safely.js';
import { type CallOutcome, methodAttributes, methodOf, serverAttributes } from './call-attributes.js';
import { CallSpan } from './call-span.js';
import type { CallMetrics } from './metrics.js';
import { own } from './names.js';

export class InstrumentedClient implements PackClient {
  readonly #client: PackClient;
  readonly #tracer: Tracer;
  readonly #metrics: CallMetrics;

  constructor(client: PackClient, tracer: Tracer, metrics: CallMetrics) {
    this.#client = client;
    this.#tracer = tracer;
    this.#metrics = metrics;
  }

  invoke<Output = unknown>(call: ToolCall, options?: CallOptions): Promise<ToolOutcome<Output>> {
    const watched = { method: methodOf('tool', call), runId: () => call.ctx.runId, options };
    return this.#watch(watched, (given) => this.#client.invoke<Output>(call, given));
  }

  check(call: CheckCall, options?: CallOptions): Promise<CheckOutcome> {
    const watched = { method: methodOf('check', call), runId: () => runIdOf(call), options };
    return this.#watch(watched, (given) => this.#client.check(call, given));
  }

  info(options?: ProbeOptions): Promise<InfoOutcome> {
    return this.#client.info(options);
  }

  health(options?: ProbeOptions): Promise<ReadyReport> {
    return this.#client.health(options);
  }

  ready(options?: ProbeOptions): Promise<ReadyReport> {
    return this.#client.ready(options);
  }

  waitUntilReady(options?: ProbeOptions): Promise<ReadyReport> {
    return this.#client.waitUntilReady(options);
  }

  reconcile(options?: ProbeOptions & { readonly index?: PackIndex | undefined }): Promise<ReconcileReport> {
    return this.#client.reconcile(options);
  }

  stats(): PackClientStats {
    return this.#client.stats();
  }

  async close(options?: { readonly graceMs?: number | undefined }): Promise<void> {
    await this.#client.close(options);
    safely(() => this.#metrics.close());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #watch<Outcome extends CallOutcome>(
    watched: Watched,
    run: (options: CallOptions | undefined) => Promise<Outcome>,
  ): Promise<Outcome> {
    const { method, options } = watched;
    const span = safely(() => this.#startSpan(watched));
    if (span === undefined) return run(options);
    const given = safely(() => withTraceparent(options, span)) ?? options;
    try {
      const outcome = await context.with(span.context, () => run(given));
      safely(() => this.#metrics.ended(method, outcome));
      safely(() => span.ended(outcome));
      return outcome;
    } catch (error) {
      safely(() => span.rejected(error));
      throw error;
    }
  }

  #startSpan({ method, runId, options }: Watched): CallSpan {
    const id = safely(runId);
    const { replicas } = this.#client.stats();
    const attributes = {
      ...methodAttributes(method),
      // A longer one is refused.
      ...(typeof id === 'string' ? { [own.runId]: id.slice(0, maxIdChars) } : {}),
      // With several, only the end tells which it was.
      ...(replicas.length === 1 ? serverAttributes(replicas[0]?.url) : {}),
    };
    return new CallSpan(this.#tracer, { method, attributes, traceparent: safely(() => givenIn(options)) });
  }
}

/** A call as it came in: what is wrong with it, the client says. */
interface Watched {
  readonly method: string;
  readonly runId: () => unknown;
  readonly options: CallOptions | undefined;
}

/**
 * The span as the parent of the service's, unless the caller named another, or undici's watcher writes the header.
 * Given with the options, so that it holds even where no context manager is set up.
 */
function withTraceparent(
  options: CallOptions | undefined,
  { traceparent }: CallSpan,
): CallOptions | undefined {
  if (traceparent === undefined || isUndiciWatched()) return options;
  if (options === undefined) return { traceparent };
  const isFree = typeof options === 'object' && !Array.isArray(options) && givenIn(options) === undefined;
  return isFree ? { ...options, traceparent } : options;
}

/** The caller's own `traceparent`; what stands on a prototype is not the caller's. */
function givenIn(options: CallOptions | undefined): string | undefined {
  return options !== undefined && Object.hasOwn(options, 'traceparent') ? options.traceparent : undefined;
}

/** What the client sends as such. */
function runIdOf({ runId, trace }: CheckCall): unknown {
  return runId ?? ownField(trace, 'runId');
}
