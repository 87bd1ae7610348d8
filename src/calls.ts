/**
 * The calls of one client, from the caller's arguments to an outcome: checks the arguments, seals the message, asks
 * the index, hands the call to its journey, gives the outcome its facts, counts and logs it.
 *
 * Between the caller and the first try stands one asynchronous function: each one more costs every call a turn of
 * the event loop's queue.
 */
import { Call, type CallParts, type Ending } from './call/call.js';
import { type Envelope, type SealOptions, sealCheckCall, sealToolCall } from './call/envelope.js';
import type { Lifeline } from './call/lifetime/lifeline.js';
import type { OpenCalls } from './call/lifetime/open-calls.js';
import { whileAlive } from './call/lifetime/while-alive.js';
import { asCheckOutcome, asToolOutcome, conclude, notTried } from './call/verdict/conclude.js';
import { failure } from './call/verdict/failure.js';
import { PackUsageError } from './errors.js';
import { activeTraceparent } from './observe/active-trace.js';
import { isTraced, traceCall } from './observe/call-channel.js';
import type { Counters } from './observe/counters.js';
import { logCall } from './observe/records.js';
import { parseCallOptions, resolveRetry } from './options/resolve.js';
import type { CallOptions, ResolvedOptions } from './options/types.js';
import type { AnyOutcome, CheckOutcome, ToolOutcome } from './outcome.js';
import { outcomeName } from './outcome-name.js';
import type { IndexRules } from './pack/index-rules.js';
import { type IndexedTool, isReadOnly } from './pack/pack-index.js';
import type { CheckCall, ToolCall } from './pack-client.js';
import { assertCheckCall, assertToolCall } from './protocol/checks.js';
import { mayChange } from './unreadable.js';

export interface CallsParts {
  readonly options: ResolvedOptions;
  readonly parts: CallParts;
  /** What the client's index says of calls, if there is one. */
  readonly rules: IndexRules | undefined;
  readonly open: OpenCalls;
  readonly counters: Counters;
}

interface Prepared {
  /** On the monotonic clock. The deadline runs from here. */
  readonly startedMs: number;
  readonly given: CallOptions;
  readonly envelope: Envelope;
  /** The tool that the input must fit, if that is to be checked here. */
  readonly mustFit: IndexedTool | undefined;
}

const noOptions = parseCallOptions({});

export class Calls {
  readonly #options: ResolvedOptions;
  readonly #parts: CallParts;
  readonly #rules: IndexRules | undefined;
  readonly #open: OpenCalls;
  readonly #counters: Counters;

  constructor({ options, parts, rules, open, counters }: CallsParts) {
    this.#options = options;
    this.#parts = parts;
    this.#rules = rules;
    this.#open = open;
    this.#counters = counters;
  }

  invoke<Output>(call: ToolCall, options: CallOptions | undefined): Promise<ToolOutcome<Output>> {
    return this.#begin(() => this.#prepareTool(call, options), asToolOutcome<Output>);
  }

  check(call: CheckCall, options: CallOptions | undefined): Promise<CheckOutcome> {
    return this.#begin(() => this.#prepareCheck(call, options), asCheckOutcome);
  }

  #prepareTool(call: ToolCall, options: CallOptions | undefined): Prepared {
    const startedMs = this.#parts.environment.nowMs();
    const given = options === undefined ? noOptions : parseCallOptions(options);
    assertToolCall(call);
    try {
      const tool = this.#rules?.toolOf(call);
      const envelope = sealToolCall(call, this.#sealOptions(given, tool !== undefined && isReadOnly(tool)));
      const mustFit = this.#options.validateInput ? tool : undefined;
      return { startedMs, given, envelope, mustFit };
    } catch (error) {
      throw unsteady(error, call);
    }
  }

  #prepareCheck(call: CheckCall, options: CallOptions | undefined): Prepared {
    const startedMs = this.#parts.environment.nowMs();
    const given = options === undefined ? noOptions : parseCallOptions(options);
    assertCheckCall(call);
    try {
      const envelope = sealCheckCall(call, this.#sealOptions(given, false));
      return { startedMs, given, envelope, mustFit: undefined };
    } catch (error) {
      throw unsteady(error, call);
    }
  }

  #sealOptions(given: CallOptions, readOnly: boolean): SealOptions {
    const { requestId, traceparent = activeTraceparent(), retry } = given;
    return { requestId, traceparent, readOnly, retry: resolveRetry(retry, this.#options.retry) };
  }

  #begin<Outcome extends AnyOutcome>(
    prepare: () => Prepared,
    narrow: (outcome: AnyOutcome) => Outcome,
  ): Promise<Outcome> {
    return isTraced() ? this.#traced(prepare, narrow) : this.#run(prepare, narrow);
  }

  /** Prepared before anybody is told, so that who is told at the start learns which call it is. */
  #traced<Outcome extends AnyOutcome>(
    prepare: () => Prepared,
    narrow: (outcome: AnyOutcome) => Outcome,
  ): Promise<Outcome> {
    let prepared: Prepared;
    try {
      prepared = prepare();
    } catch (error) {
      return traceCall(undefined, () => Promise.reject(error));
    }
    return traceCall(prepared.envelope, () => this.#run(() => prepared, narrow));
  }

  /** Rejects with what `prepare` throws, a PackUsageError. */
  async #run<Outcome>(prepare: () => Prepared, narrow: (outcome: AnyOutcome) => Outcome): Promise<Outcome> {
    const prepared = prepare();
    const { startedMs, given, envelope } = prepared;
    const refusal = this.#refusal(envelope);
    if (refusal !== undefined) {
      return narrow(this.#finish(envelope, refusal, this.#parts.environment.nowMs() - startedMs));
    }
    const lifeline = this.#open.begin({
      startedMs,
      timeoutMs: given.timeoutMs ?? this.#options.timeoutMs,
      answerGraceMs: this.#options.answerGraceMs,
      signal: given.signal,
    });
    const call = new Call(this.#parts, envelope, lifeline);
    try {
      this.#parts.budget.earn();
      let ending = prepared.mustFit === undefined ? undefined : await this.#misfit(prepared, lifeline);
      if (ending === undefined) {
        const begun = call.begin();
        const flight = begun instanceof Promise ? await begun : begun;
        const landed = 'ending' in flight ? flight : call.land(flight, await flight.sent);
        const step = landed instanceof Promise ? await landed : landed;
        ending = 'ending' in step ? step.ending : await call.again(step.plan);
      }
      return narrow(this.#finish(envelope, ending, lifeline.elapsedMs()));
    } finally {
      call.giveBack();
      this.#open.end(lifeline);
    }
  }

  /** Why a call does not even begin. */
  #refusal({ body }: Envelope): Ending | undefined {
    if (this.#open.isClosing) return notTried(failure('closed', 'the client was closed').body, 'closed');
    const { maxRequestBytes } = this.#options;
    if (body.byteLength <= maxRequestBytes) return undefined;
    const message = `the message is larger than maxRequestBytes (${maxRequestBytes})`;
    return notTried(failure('payload-too-large', message).body, 'not-started');
  }

  /** The refusal of an input that does not fit its tool; `undefined` if it fits, or the call ended meanwhile. */
  async #misfit({ mustFit: tool, envelope }: Prepared, lifeline: Lifeline): Promise<Ending | undefined> {
    if (this.#rules === undefined || tool === undefined || lifeline.isOver) return undefined;
    const issues = (await whileAlive(lifeline, this.#rules.issuesOf(tool, envelope.body))) ?? [];
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
}

/** The arguments fitted when they were checked. If no message can be made of them now, a getter or a proxy gave others. */
function unsteady(error: unknown, call: unknown): unknown {
  if (error instanceof PackUsageError || !mayChange(call)) return error;
  const message = 'expected fields that are the same each time they are read';
  return new PackUsageError('cannot send this call', [{ path: '', message }]);
}
