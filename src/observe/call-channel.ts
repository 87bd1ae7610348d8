/**
 * The tracing channel `kindgi-pack-client:call` of `node:diagnostics_channel`: `start` and `end` around the part of
 * a call that runs at once, `asyncStart` and `asyncEnd` when it has settled, `error` before them when it rejects.
 * All five carry the same message object, which knows more at the end than at the start.
 *
 * Node's own `tracePromise` is not used: it puts the result into the message, and an output belongs to the caller.
 */
import { tracingChannel } from 'node:diagnostics_channel';
import type { AnyOutcome, Attempt, Execution, Stopped } from '../outcome.js';
import { type CallIdentity, identityFields, outcomeFields } from './records.js';

/**
 * What subscribers get: the fields of the record `pack.call`. What is optional is known at the end, or never.
 *
 * @example
 * ```ts
 * const onEnd = ({ toolId, execution, durationMs }: CallMessage) => console.log(toolId, execution, durationMs);
 * const calls = tracingChannel<unknown, CallMessage>('kindgi-pack-client:call');
 * calls.subscribe({ start() {}, end() {}, asyncStart() {}, asyncEnd: onEnd, error() {} });
 * ```
 */
export interface CallMessage {
  /** The same on every message. */
  readonly event: 'pack.call';
  /** The ids are missing from a call that cannot be sent as it is. */
  readonly runId?: string | undefined;
  /** The `kindgi-request-id` of every try. */
  readonly requestId?: string;
  /** Of a tool call. */
  readonly toolId?: string;
  /** Of a check. */
  readonly checkId?: string;
  /** What kind of outcome it came to. */
  readonly kind?: AnyOutcome['kind'];
  /** Of an `error`; `error` for a code that is not listed. */
  readonly code?: string;
  /** Of a `transport`. */
  readonly reason?: string;
  /** The most that its tries may have done. */
  readonly execution?: Execution;
  /** Nobody waits for it, but the handler may still be working. */
  readonly mayStillRun?: boolean;
  /** How many tries there were. */
  readonly attempts?: number;
  /** The fields of the records `pack.attempt`, in order. */
  readonly tries?: readonly Attempt[];
  /** Milliseconds from `invoke()` or `check()` to the outcome. */
  readonly durationMs?: number;
  /** Why there was no further try. */
  readonly stopped?: Stopped;
  /** Why the call rejected: a PackUsageError, unless this library is at fault. */
  readonly error?: unknown;
}

const { start, end, asyncStart, asyncEnd, error } = tracingChannel<unknown, CallMessage>(
  'kindgi-pack-client:call',
);

/** Does anybody listen? On Node 20 only the channels can say so. */
export function isTraced(): boolean {
  return (
    start.hasSubscribers ||
    asyncEnd.hasSubscribers ||
    error.hasSubscribers ||
    end.hasSubscribers ||
    asyncStart.hasSubscribers
  );
}

/**
 * Runs a call inside the stores that are bound to `start`, and tells of it.
 *
 * @param call `undefined` when it cannot be sent, so that nobody knows which it is.
 */
export function traceCall<Outcome extends AnyOutcome>(
  call: CallIdentity | undefined,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  const message: CallMessage = { event: 'pack.call', ...(call === undefined ? {} : identityFields(call)) };
  return start.runStores(message, () => {
    const running = run();
    end.publish(message);
    return running.then(
      (outcome) => {
        // Copies: the outcome is the caller's, and a subscriber must not be able to change it.
        const tries = outcome.attempts.map((attempt) => ({ ...attempt }));
        settle(message, { ...outcomeFields(outcome), tries });
        return outcome;
      },
      (reason: unknown) => {
        tell(message, { error: reason });
        error.publish(message);
        settle(message, {});
        throw reason;
      },
    );
  });
}

/** A subscriber may have frozen the message: then it learns no more, and the call keeps its outcome. */
function tell(message: CallMessage, fields: object): void {
  try {
    Object.assign(message, fields);
  } catch {
    // Nobody else is told either, for there is one message for all.
  }
}

function settle(message: CallMessage, fields: object): void {
  tell(message, fields);
  asyncStart.publish(message);
  asyncEnd.publish(message);
}
