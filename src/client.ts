/**
 * Wires the parts of a client together: checks what the caller passes, hands a call to its journey, gives the
 * outcome its facts, counts and logs it. Policy stands in `call/`, sockets in `transport/`.
 */
import { randomUUID } from 'node:crypto';
import { Call, type CallParts, type Ending } from './call/call.js';
import { asCheckOutcome, asToolOutcome, conclude, notTried } from './call/conclude.js';
import { type Envelope, sealCheckCall, sealToolCall } from './call/envelope.js';
import { failure } from './call/failure.js';
import type { Lifeline } from './call/lifeline.js';
import { OpenCalls } from './call/open-calls.js';
import { createCallParts } from './call/parts.js';
import { whileAlive } from './call/while-alive.js';
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
import { type IndexedTool, isReadOnly, type PackIndex } from './pack/pack-index.js';
import { asPackIndex } from './pack/parse-index.js';
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

/** When a call began, and the tool that its input must fit, if that is to be checked here. */
interface Begun {
  readonly startedMs: number;
  readonly tool: IndexedTool | undefined;
  readonly input: unknown;
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
    this.#index = options.index === undefined ? undefined : asPackIndex(options.index);
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
    const startedMs = this.#parts.environment.nowMs();
    assertToolCall(call);
    const given = options === undefined ? noOptions : parseCallOptions(options);
    const tool = this.#rules?.toolOf(call);
    const envelope = sealToolCall(call, {
      requestId: given.requestId,
      traceparent: given.traceparent,
      readOnly: tool !== undefined && isReadOnly(tool),
      retry: resolveRetry(given.retry, this.#options.retry),
    });
    const mustFit = this.#options.validateInput ? tool : undefined;
    return asToolOutcome<Output>(
      await this.#run(envelope, given, { startedMs, tool: mustFit, input: call.input }),
    );
  }

  async check(call: CheckCall, options?: CallOptions): Promise<CheckOutcome> {
    const startedMs = this.#parts.environment.nowMs();
    assertCheckCall(call);
    const given = options === undefined ? noOptions : parseCallOptions(options);
    const envelope = sealCheckCall(call, {
      requestId: given.requestId,
      traceparent: given.traceparent,
      readOnly: false,
      retry: resolveRetry(given.retry, this.#options.retry),
    });
    return asCheckOutcome(await this.#run(envelope, given, { startedMs, tool: undefined, input: undefined }));
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

  async #run(envelope: Envelope, { timeoutMs, signal }: CallOptions, begun: Begun): Promise<AnyOutcome> {
    const { startedMs } = begun;
    const elapsedMs = () => this.#parts.environment.nowMs() - startedMs;
    if (this.#open.isClosing) {
      const { body } = failure('closed', 'the client was closed');
      return this.#finish(envelope, notTried(body, 'closed'), elapsedMs());
    }
    if (envelope.body.byteLength > this.#options.maxRequestBytes) {
      const message = `the message is larger than maxRequestBytes (${this.#options.maxRequestBytes})`;
      const { body } = failure('payload-too-large', message);
      return this.#finish(envelope, notTried(body, 'not-started'), elapsedMs());
    }
    const lifeline = this.#open.begin({
      startedMs,
      timeoutMs: timeoutMs ?? this.#options.timeoutMs,
      answerGraceMs: this.#options.answerGraceMs,
      signal,
    });
    try {
      this.#parts.budget.earn();
      const misfit =
        begun.tool === undefined ? undefined : await this.#misfit(begun.tool, begun.input, lifeline);
      const ending = misfit ?? (await new Call(this.#parts, envelope, lifeline).run());
      return this.#finish(envelope, ending, lifeline.elapsedMs());
    } finally {
      this.#open.end(lifeline);
    }
  }

  /** The refusal of an input that does not fit its tool; `undefined` if it fits, or the call ended meanwhile. */
  async #misfit(tool: IndexedTool, input: unknown, lifeline: Lifeline): Promise<Ending | undefined> {
    if (this.#rules === undefined || lifeline.isOver) return undefined;
    const issues = (await whileAlive(lifeline, this.#rules.issuesOf(tool, input))) ?? [];
    if (issues.length === 0 || lifeline.isOver) return undefined;
    const code = 'input-validation-failed';
    const message = `the input does not fit the schema of ${tool.id} in the index`;
    return notTried({ kind: 'error', code, message, toolId: tool.id, issues, local: true }, 'not-started');
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
    return askInfo(this.#parts, {
      requestId: randomUUID(),
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
