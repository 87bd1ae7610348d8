/**
 * Wires the parts of a client together: checks what the caller passes, hands a call to its journey, gives the
 * outcome its facts, counts and logs it. Policy stands in `call/`, sockets in `transport/`.
 */
import { randomUUID } from 'node:crypto';
import { Call, type CallParts, type Ending } from './call/call.js';
import { asCheckOutcome, asToolOutcome, conclude } from './call/conclude.js';
import { type Envelope, sealCheckCall, sealToolCall } from './call/envelope.js';
import { failure } from './call/failure.js';
import { OpenCalls } from './call/open-calls.js';
import { createCallParts } from './call/parts.js';
import type { OutcomeBody } from './call/verdict.js';
import { PackUsageError } from './errors.js';
import { Counters } from './observe/counters.js';
import { logCall, logSchemaProblem, outcomeName } from './observe/records.js';
import {
  parseCallOptions,
  parseCloseGrace,
  parseProbeOptions,
  parseReconcileOptions,
  resolveClientOptions,
  resolveRetry,
} from './options/resolve.js';
import {
  type CallOptions,
  defaults,
  type PackClientOptions,
  type ProbeOptions,
  type ResolvedOptions,
} from './options/types.js';
import type { AnyOutcome, CheckOutcome, InfoOutcome, ToolOutcome } from './outcome.js';
import { askInfo } from './pack/ask-info.js';
import { createIndexRules, type IndexRules } from './pack/index-rules.js';
import { loadInputChecker } from './pack/index-schema-problems.js';
import { isReadOnly, type PackIndex } from './pack/pack-index.js';
import { isParsedIndex, parsePackIndex } from './pack/parse-index.js';
import { probeAll, type ReadinessParts, waitUntilReady } from './pack/readiness.js';
import { reconcileAnswers } from './pack/reconcile.js';
import type { ReadyReport, ReconcileReport } from './pack/reports.js';
import type { CheckCall, PackClient, PackClientStats, ToolCall } from './pack-client.js';
import { assertCheckCall, assertToolCall } from './protocol/checks.js';

const noOptions: CallOptions = {};

/**
 * Makes a client. It opens no connection before the first call.
 *
 * @throws PackUsageError naming each option that is wrong.
 */
export function createPackClient(options: PackClientOptions): PackClient {
  return new Client(resolveClientOptions(options));
}

class Client implements PackClient {
  readonly #options: ResolvedOptions;
  readonly #index: PackIndex | undefined;
  readonly #rules: IndexRules | undefined;
  readonly #parts: CallParts;
  readonly #open: OpenCalls;
  readonly #counters = new Counters();
  #closed: Promise<void> | undefined;

  constructor(options: ResolvedOptions) {
    this.#options = options;
    this.#index = options.index === undefined ? undefined : checkedIndex(options.index);
    this.#rules =
      this.#index === undefined
        ? undefined
        : createIndexRules(this.#index, (problem) => logSchemaProblem(options.logger, problem));
    // Loaded now, so that no call's deadline pays for it.
    if (options.validateInput) void loadInputChecker();
    this.#parts = createCallParts(options, this.#counters);
    this.#open = new OpenCalls(this.#parts.environment);
  }

  async invoke<Output = unknown>(call: ToolCall, options?: CallOptions): Promise<ToolOutcome<Output>> {
    assertToolCall(call);
    const given = options === undefined ? noOptions : parseCallOptions(options);
    const tool = this.#rules?.toolOf(call);
    const envelope = sealToolCall(call, {
      requestId: given.requestId,
      traceparent: given.traceparent,
      readOnly: tool !== undefined && isReadOnly(tool),
      retry: resolveRetry(given.retry, this.#options.retry),
    });
    if (this.#options.validateInput && tool !== undefined) {
      const issues = (await this.#rules?.issuesOf(tool, call.input)) ?? [];
      if (issues.length > 0) {
        const code = 'input-validation-failed';
        const message = `the input does not fit the schema of ${tool.id} in the index`;
        const refusal = { kind: 'error', code, message, toolId: tool.id, issues, local: true } as const;
        return asToolOutcome<Output>(this.#refuse(envelope, refusal, 'not-started'));
      }
    }
    return asToolOutcome<Output>(await this.#run(envelope, given));
  }

  async check(call: CheckCall, options?: CallOptions): Promise<CheckOutcome> {
    assertCheckCall(call);
    const given = options === undefined ? noOptions : parseCallOptions(options);
    const envelope = sealCheckCall(call, {
      requestId: given.requestId,
      traceparent: given.traceparent,
      readOnly: false,
      retry: resolveRetry(given.retry, this.#options.retry),
    });
    return asCheckOutcome(await this.#run(envelope, given));
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
    const wanted = index === undefined ? this.#index : checkedIndex(index);
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

  async #run(envelope: Envelope, { timeoutMs, signal }: CallOptions): Promise<AnyOutcome> {
    if (this.#open.isClosing) {
      return this.#refuse(envelope, failure('closed', 'the client was closed').body, 'closed');
    }
    if (envelope.body.byteLength > this.#options.maxRequestBytes) {
      const message = `the message is larger than maxRequestBytes (${this.#options.maxRequestBytes})`;
      return this.#refuse(envelope, failure('payload-too-large', message).body, 'not-started');
    }
    const lifeline = this.#open.begin({
      timeoutMs: timeoutMs ?? this.#options.timeoutMs,
      answerGraceMs: this.#options.answerGraceMs,
      signal,
    });
    try {
      this.#parts.budget.earn();
      const ending = await new Call(this.#parts, envelope, lifeline).run();
      return this.#finish(envelope, ending, lifeline.elapsedMs());
    } finally {
      this.#open.end(lifeline);
    }
  }

  /** An outcome without a try. */
  #refuse(envelope: Envelope, body: OutcomeBody, stopped: 'closed' | 'not-started'): AnyOutcome {
    const nothing = {
      execution: 'did-not-run',
      mayStillRun: false,
      attempts: [],
      answer: undefined,
    } as const;
    return this.#finish(envelope, { body, stopped, ...nothing }, 0);
  }

  #finish(envelope: Envelope, ending: Ending, elapsedMs: number): AnyOutcome {
    const outcome = conclude(ending, envelope.requestId, elapsedMs);
    this.#counters.call(outcomeName(outcome));
    logCall(this.#options.logger, envelope, outcome);
    return outcome;
  }

  async #askInfo(
    { timeoutMs = defaults.probeTimeoutMs, signal }: ProbeOptions,
    replicas: CallParts['replicas'],
  ): Promise<InfoOutcome> {
    const lifeline = this.#open.beginProbe(timeoutMs, signal);
    try {
      return await askInfo(this.#parts, { lifeline, requestId: randomUUID(), replicas });
    } finally {
      this.#open.endProbe(lifeline);
    }
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

function checkedIndex(index: PackIndex): PackIndex {
  return isParsedIndex(index) ? index : parsePackIndex(index);
}
