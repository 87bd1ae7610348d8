/**
 * What a call came to. One discriminated union: switch on `kind`, then on `code` or `reason`. Every outcome
 * says in `execution` whether pack code ran. Types only; `unwrap.ts` asks the questions.
 */
import type { Execution, PackErrorCode } from './protocol/codes.js';
import type { CheckResult, PackInfo, ValidationIssue } from './protocol/messages.js';

export type { Execution, PackErrorCode } from './protocol/codes.js';

/** How far a try got: no connection yet, request handed to the connection, answer begun, answer whole. */
export type Stage = 'connecting' | 'sent' | 'answering' | 'answered';

/** Why the call ended where it did. `attempts` also stands for "would be tried again, but `retry` is false". */
export type Stopped =
  | 'answered'
  | 'not-retryable'
  | 'attempts'
  | 'deadline'
  | 'budget'
  | 'cancelled'
  | 'closed'
  | 'not-started';

/** Why there is no message from pack code. */
export type TransportReason =
  | 'unavailable'
  | 'unauthorized'
  | 'not-found'
  | 'method-not-allowed'
  | 'payload-too-large'
  | 'unsupported-media-type'
  | 'service-failed'
  | 'unexpected-status'
  | 'unreachable'
  | 'connection-lost'
  | 'invalid-response'
  | 'response-too-large'
  | 'deadline-exceeded'
  | 'cancelled'
  | 'queue-full'
  | 'closed';

/** Why a service said 503, as far as its body names one of the known reasons. */
export type UnavailableDetail = 'draining' | 'not ready' | 'overloaded' | 'missing env' | 'no pack service';

/**
 * One try on the wire.
 *
 * @example
 * ```ts
 * for (const { replica, stage, status, verdict } of outcome.attempts) console.log(replica, stage, status, verdict);
 * ```
 */
export interface Attempt {
  /** Address of the replica that was tried. */
  readonly replica: string;
  /** Milliseconds from the start of the call to the start of this try. */
  readonly startedMs: number;
  /** Milliseconds this try took. */
  readonly durationMs: number;
  /** The `kindgi-timeout-ms` that was sent, or would have been. */
  readonly timeoutMs: number;
  /** How far it got. */
  readonly stage: Stage;
  /** HTTP status, once one arrived. */
  readonly status?: number;
  /** `result`, `check-result`, `info`, an error code (`error` for an unlisted one) or a transport reason. */
  readonly verdict: string;
  /** What this try alone may have done. */
  readonly execution: Execution;
  /** Milliseconds planned between this try and the next; a call that ends meanwhile waits less. */
  readonly waitMs?: number;
}

/** What every outcome tells. */
export interface Facts {
  /** The most that any try of this call may have done: did-not-run < may-have-run < ran. */
  readonly execution: Execution;
  /** Nobody waits for it any more, but the handler may still be working. */
  readonly mayStillRun: boolean;
  /** The `kindgi-request-id` of every try. */
  readonly requestId: string;
  /** Milliseconds from `invoke()` to the outcome, queueing and waits included. */
  readonly durationMs: number;
  /** Milliseconds the service measured (`kindgi-duration-ms`). */
  readonly serviceDurationMs?: number;
  /** Build of the pack that answered (`kindgi-artifact-version`). */
  readonly artifactVersion?: string;
  /** Every try, in order; empty if none began. */
  readonly attempts: readonly Attempt[];
  /** Why there was no further try. */
  readonly stopped: Stopped;
}

/** The tool ran and returned. */
export interface ToolResult<Output = unknown> extends Facts {
  /** Tells it from the other outcomes. */
  readonly kind: 'result';
  /** What the tool returned, as JSON; `null` where it returned nothing. */
  readonly output: Output;
}

/** The check ran and decided; `result.passed` is its verdict. */
export interface CheckVerdict extends Facts {
  /** Tells it from the other outcomes. */
  readonly kind: 'check-result';
  /** The verdict, with the check's reasons. */
  readonly result: CheckResult;
}

/** The service answered with an error message about pack code. */
export interface PackError extends Facts {
  /** Tells it from the other outcomes. */
  readonly kind: 'error';
  /** One of the protocol's codes, or a later one as the service wrote it (then the call may have run). */
  readonly code: PackErrorCode | (string & {});
  /** The service's own words. They may quote input: do not log them without thought. */
  readonly message: string;
  /** The tool that it is about, if the service names one. */
  readonly toolId?: string;
  /** The check that it is about, if the service names one. */
  readonly checkId?: string;
  /** What the handler threw, as the service serialised it. */
  readonly cause?: unknown;
  /** Of a validation that failed: each place that does not fit. */
  readonly issues?: readonly ValidationIssue[];
  /** Found by this side's own validation; nothing was sent. */
  readonly local?: true;
}

/** No message from pack code: `reason` says why, `execution` what that means for the call. */
export interface TransportFailure extends Facts {
  /** Tells it from the other outcomes. */
  readonly kind: 'transport';
  /** What was seen, or what ended the call. */
  readonly reason: TransportReason;
  /** One sentence in this library's words; never text from a service. */
  readonly message: string;
  /** HTTP status of the last try, once one arrived. */
  readonly status?: number;
  /** Why a service was `unavailable`, if it said so in words that are known. */
  readonly detail?: UnavailableDetail;
  /** Required environment names that the service lacks, with `detail: 'missing env'`. */
  readonly missingEnv?: readonly string[];
  /** Milliseconds that the service asked to wait (`Retry-After`). */
  readonly retryAfterMs?: number;
  /** The caller's abort reason, what a token function threw, or `{ name, code, message }` of the socket's error. */
  readonly cause?: unknown;
}

/** What `/v1/info` answered. */
export interface InfoResult extends Facts {
  /** Tells it from the other outcomes. */
  readonly kind: 'info';
  /** What the service says of itself. */
  readonly info: PackInfo;
}

/**
 * What `invoke` resolves with. `Output` is the caller's word: the service checks an output, this library does not.
 *
 * @example
 * ```ts
 * function next(outcome: ToolOutcome): string {
 *   switch (outcome.kind) {
 *     case 'result':
 *       return 'go on';
 *     case 'error':
 *       return outcome.execution === 'did-not-run' ? `mend the call: ${outcome.code}` : 'the tool failed';
 *     case 'transport':
 *       return isSafeToRetry(outcome) ? 'queue it again' : `ask somebody: ${outcome.reason}`;
 *   }
 * }
 * ```
 */
export type ToolOutcome<Output = unknown> = ToolResult<Output> | PackError | TransportFailure;
/**
 * What `check` resolves with; a check that did not pass is a verdict, not a failure.
 *
 * @example
 * ```ts
 * const outcome: CheckOutcome = await client.check({ check: 'acme.billing.no-card-number', trace });
 * if (outcome.kind === 'check-result' && !outcome.result.passed) console.log('blocked:', outcome.result.reason);
 * ```
 */
export type CheckOutcome = CheckVerdict | PackError | TransportFailure;
/**
 * What `info` resolves with.
 *
 * @example
 * ```ts
 * const outcome: InfoOutcome = await client.info();
 * console.log(outcome.kind === 'info' ? outcome.info.packVersion : outcome.reason);
 * ```
 */
export type InfoOutcome = InfoResult | TransportFailure;
/**
 * What a call or a question may come to: for code that takes whichever it is.
 *
 * @example
 * ```ts
 * const mayHaveRun = ({ execution }: AnyOutcome) => execution !== 'did-not-run';
 * ```
 */
export type AnyOutcome = ToolOutcome | CheckOutcome | InfoOutcome;
