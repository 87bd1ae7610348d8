/** The client's interface and what its methods take: types only, so that every layer may name them. */
import type { CallOptions, ProbeOptions } from './options/types.js';
import type { CheckOutcome, InfoOutcome, ToolOutcome } from './outcome.js';
import type { PackIndex } from './pack/pack-index.js';
import type { ReadyReport, ReconcileReport } from './pack/reports.js';
import type { CallContext, ToolRef } from './protocol/messages.js';

/**
 * A tool call: which tool, with what input, for whom.
 *
 * @example
 * ```ts
 * const call: ToolCall = {
 *   tool: { id: 'acme.billing.charge-card', version: '2.0.0' },
 *   input: { invoiceId: 'inv_103', amountCents: 129_900 },
 *   ctx: { tenantId: 't-1', runId: 'run-7' },
 * };
 * ```
 */
export interface ToolCall {
  /** An id, or an id and the version that the caller insists on. */
  readonly tool: string | ToolRef;
  /** Any JSON value. */
  readonly input: unknown;
  /** For whom it runs; the handler gets it as it is. */
  readonly ctx: CallContext;
}

/**
 * A guardrail check of a run.
 *
 * @example
 * ```ts
 * const call: CheckCall = {
 *   check: 'acme.billing.checks.amount-within-limit',
 *   config: { maxCents: 100_000 },
 *   trace: { runId: 'run-7', amountCents: 129_900 },
 * };
 * ```
 */
export interface CheckCall {
  /** The check's id: the guardrail's `checkId`, else its `id`. */
  readonly check: string | { readonly id: string };
  /** Default `{}`. */
  readonly config?: Readonly<Record<string, unknown>> | undefined;
  /** The run to judge. Any JSON value. */
  readonly trace: unknown;
  /** Sent as `kindgi-run-id`. Default `trace.runId`. */
  readonly runId?: string | undefined;
}

/** One replica as the client sees it now. */
export interface ReplicaStats {
  /** Its address, without a slash at the end. */
  readonly url: string;
  /** Calls in flight that are allowed now; `maxConcurrency` unless the service said `overloaded`. */
  readonly limit: number;
  /** Calls that hold a slot now. */
  readonly inFlight: number;
  /** Calls waiting for a slot whose turn would be here. */
  readonly queued: number;
  /** Milliseconds for which new calls prefer other replicas; 0 when it is not cooling down. */
  readonly coolingMs: number;
  /** The build that answered last. */
  readonly artifactVersion: string | undefined;
}

/**
 * What a client has done since it was made, and where it stands.
 *
 * @example
 * ```ts
 * const { replicas, outcomes } = client.stats();
 * console.log(replicas.map(({ url, inFlight, limit }) => `${url}: ${inFlight} of ${limit}`), outcomes['result']);
 * ```
 */
export interface PackClientStats {
  /** In the order of the option `url`. */
  readonly replicas: readonly ReplicaStats[];
  /** Calls ended since the client was made. */
  readonly calls: number;
  /** Tries ended. */
  readonly attempts: number;
  /** Ended calls by what they came to: `result`, an error code, a transport reason. */
  readonly outcomes: Readonly<Record<string, number>>;
}

/**
 * A client of one pack service (or of its replicas). Safe to share; make one and keep it.
 *
 * @example
 * ```ts
 * await using client: PackClient = createPackClient({ url: ['http://pack-a:8080', 'http://pack-b:8080'], token });
 * const report = await client.waitUntilReady({ timeoutMs: 30_000 });
 * if (!report.ready) throw new Error('no pack service');
 * ```
 */
export interface PackClient extends AsyncDisposable {
  /**
   * Runs a tool. Resolves with an outcome for everything that can happen on the wire.
   *
   * @throws PackUsageError (as a rejection) for a call that cannot be sent as it is.
   */
  invoke<Output = unknown>(call: ToolCall, options?: CallOptions): Promise<ToolOutcome<Output>>;
  /** Runs a guardrail check. Resolves and rejects as `invoke` does. */
  check(call: CheckCall, options?: CallOptions): Promise<CheckOutcome>;
  /** Asks one replica what it serves (`GET /v1/info`), the next if that fails. */
  info(options?: ProbeOptions): Promise<InfoOutcome>;
  /** Is each replica's process up (`GET /healthz`)? No token is sent. */
  health(options?: ProbeOptions): Promise<ReadyReport>;
  /** Would each replica take calls (`GET /readyz`)? No token is sent. */
  ready(options?: ProbeOptions): Promise<ReadyReport>;
  /** Polls `ready` with back-off until one replica is, for at most `timeoutMs` (60,000); the last report. */
  waitUntilReady(options?: ProbeOptions): Promise<ReadyReport>;
  /** Compares every replica with the index. */
  reconcile(options?: ProbeOptions & { readonly index?: PackIndex | undefined }): Promise<ReconcileReport>;
  /** Slots, queue, cooling and build of each replica now, and totals. A snapshot; cheap. */
  stats(): PackClientStats;
  /**
   * Ends queued calls as `closed`, gives those in flight `graceMs` (10,000), then leaves nothing open.
   * Closing again waits for the same end.
   */
  close(options?: { readonly graceMs?: number | undefined }): Promise<void>;
}
