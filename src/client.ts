/**
 * A client: checks what the caller passes and wires the parts together. Calls are in `calls.ts`, policy in `call/`,
 * sockets in `transport/`, questions to replicas in `pack/`.
 */
import type { CallParts } from './call/call.js';
import { OpenCalls } from './call/lifetime/open-calls.js';
import { createCallParts, type Ground } from './call/parts.js';
import { newRequestId } from './call/request-id.js';
import { Calls } from './calls.js';
import { PackUsageError } from './errors.js';
import { logInsecureUrl, logUnverifiedTls } from './observe/address-records.js';
import { Counters } from './observe/counters.js';
import { logSchemaProblem } from './observe/records.js';
import { insecureUrls, unverifiedUrls } from './options/insecure-url.js';
import {
  parseCloseGrace,
  parseProbeOptions,
  parseReconcileOptions,
  resolveClientOptions,
} from './options/resolve.js';
import {
  type CallOptions,
  defaults,
  type PackClientOptions,
  type ProbeOptions,
  type ResolvedOptions,
} from './options/types.js';
import type { CheckOutcome, InfoOutcome, ToolOutcome } from './outcome.js';
import { askInfo } from './pack/ask-info.js';
import { createIndexRules } from './pack/index-rules.js';
import { loadInputChecker } from './pack/index-schema-problems.js';
import type { PackIndex } from './pack/pack-index.js';
import { asPackIndex } from './pack/parse-index.js';
import { probeAll, type ReadinessParts, waitUntilReady } from './pack/readiness.js';
import { reconcileAnswers } from './pack/reconcile.js';
import type { ReadyReport, ReconcileReport } from './pack/reports.js';
import type { CheckCall, PackClient, PackClientStats, ToolCall } from './pack-client.js';

/**
 * Makes a client. It opens no connection before the first call.
 *
 * @example
 * ```ts
 * await using client = createPackClient({ url: 'http://localhost:8080', token: 'secret', timeoutMs: 30_000 });
 * const outcome = await client.invoke(call);
 * ```
 *
 * @throws PackUsageError naming each option that is wrong.
 */
export function createPackClient(options: PackClientOptions): PackClient {
  return new Client(resolveClientOptions(options));
}

/** `createPackClient` for the test kit: the same client, on other connections and another clock. */
export function createPackClientOn(ground: Ground, options: PackClientOptions): PackClient {
  return new Client(resolveClientOptions(options), ground);
}

class Client implements PackClient {
  readonly #index: PackIndex | undefined;
  readonly #parts: CallParts;
  readonly #open: OpenCalls;
  readonly #calls: Calls;
  readonly #counters = new Counters();
  #closed: Promise<void> | undefined;

  constructor(options: ResolvedOptions, ground?: Ground) {
    const index = options.index === undefined ? undefined : asPackIndex(options.index);
    // Loaded now, so that no call's deadline pays for it.
    if (options.validateInput) loadInputChecker().catch(() => undefined);
    for (const url of insecureUrls(options.replicas)) logInsecureUrl(options.logger, url);
    const unverified = unverifiedUrls(options);
    if (unverified.length > 0) logUnverifiedTls(options.logger, unverified);
    this.#index = index;
    this.#parts = createCallParts(options, this.#counters, ground);
    this.#open = new OpenCalls(this.#parts.environment);
    this.#calls = new Calls({
      options,
      parts: this.#parts,
      rules:
        index === undefined
          ? undefined
          : createIndexRules(index, (problem) => logSchemaProblem(options.logger, problem)),
      open: this.#open,
      counters: this.#counters,
    });
  }

  invoke<Output = unknown>(call: ToolCall, options?: CallOptions): Promise<ToolOutcome<Output>> {
    return this.#calls.invoke(call, options);
  }

  check(call: CheckCall, options?: CallOptions): Promise<CheckOutcome> {
    return this.#calls.check(call, options);
  }

  async info(options: ProbeOptions = {}): Promise<InfoOutcome> {
    return this.#askInfo(parseProbeOptions(options), this.#parts.replicas);
  }

  async health(options: ProbeOptions = {}): Promise<ReadyReport> {
    return this.#probe('/healthz', parseProbeOptions(options));
  }

  async ready(options: ProbeOptions = {}): Promise<ReadyReport> {
    return this.#probe('/readyz', parseProbeOptions(options));
  }

  async waitUntilReady(options: ProbeOptions = {}): Promise<ReadyReport> {
    const { timeoutMs = defaults.waitTimeoutMs, signal } = parseProbeOptions(options);
    return waitUntilReady(this.#readinessParts(signal), timeoutMs);
  }

  async reconcile(
    options: ProbeOptions & { readonly index?: PackIndex | undefined } = {},
  ): Promise<ReconcileReport> {
    const { index, ...probe } = parseReconcileOptions(options);
    const wanted = index === undefined ? this.#index : asPackIndex(index);
    if (wanted === undefined) {
      const message = 'required, expected a pack index here or among the client options';
      throw new PackUsageError('cannot reconcile', [{ path: 'index', message }]);
    }
    const answers = await Promise.all(
      this.#parts.replicas.map(async (replica) => ({
        url: replica.address.url,
        outcome: await this.#askInfo(probe, [replica]),
      })),
    );
    return reconcileAnswers(wanted, answers);
  }

  stats(): PackClientStats {
    const nowMs = this.#parts.environment.nowMs();
    return {
      replicas: this.#parts.replicas.map((replica) => ({
        url: replica.address.url,
        limit: replica.limit,
        inFlight: replica.inFlight,
        queued: replica.queued,
        coolingMs: Math.round(replica.coolingMs(nowMs)),
        artifactVersion: replica.artifactVersion,
      })),
      ...this.#counters.totals(),
    };
  }

  async close(options: { readonly graceMs?: number | undefined } = {}): Promise<void> {
    const graceMs = parseCloseGrace(options);
    this.#closed ??= this.#shutDown(graceMs);
    return this.#closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #shutDown(graceMs: number): Promise<void> {
    await this.#open.close(graceMs);
    await Promise.all(this.#parts.replicas.map(({ transport }) => transport.destroy()));
  }

  async #askInfo(
    { timeoutMs = defaults.probeTimeoutMs, signal }: ProbeOptions,
    replicas: CallParts['replicas'],
  ): Promise<InfoOutcome> {
    return askInfo(this.#parts, {
      requestId: newRequestId(),
      replicas,
      timeoutMs,
      begin: (shareMs) => this.#open.beginProbe(shareMs, signal),
      end: (lifeline) => this.#open.endProbe(lifeline),
    });
  }

  #probe(
    path: '/readyz' | '/healthz',
    { timeoutMs = defaults.probeTimeoutMs, signal }: ProbeOptions,
  ): Promise<ReadyReport> {
    return probeAll(this.#readinessParts(signal), path, timeoutMs);
  }

  #readinessParts(signal: AbortSignal | undefined): ReadinessParts {
    return {
      replicas: this.#parts.replicas,
      environment: this.#parts.environment,
      begin: (timeoutMs) => this.#open.beginProbe(timeoutMs, signal),
      end: (lifeline) => this.#open.endProbe(lifeline),
    };
  }
}
