/**
 * The part of an outcome that every story states in full: what it is, whether the call ran, and each try.
 * Tries are written as `200 handler-throw: ran`, with the stage in place of a status that never came.
 */
import type { CheckOutcome, InfoOutcome, ToolOutcome } from '../../src/index.js';
import { outcomeName } from '../../src/outcome-name.js';

export interface Told {
  /** `result`, `check-result`, `info`, an error code (one that the protocol has not: `error`), a transport reason. */
  readonly what: string;
  readonly kind: string;
  readonly execution: string;
  readonly mayStillRun: boolean;
  readonly stopped: string;
  readonly attempts: readonly string[];
}

export function tell(outcome: ToolOutcome | CheckOutcome | InfoOutcome): Told {
  return {
    what: outcomeName(outcome),
    kind: outcome.kind,
    execution: outcome.execution,
    mayStillRun: outcome.mayStillRun,
    stopped: outcome.stopped,
    attempts: outcome.attempts.map(
      ({ status, stage, verdict, execution }) => `${status ?? stage} ${verdict}: ${execution}`,
    ),
  };
}

/** A call that ended well at its first try. */
export function toldGood(kind: 'result' | 'check-result'): Told {
  return {
    what: kind,
    kind,
    execution: 'ran',
    mayStillRun: false,
    stopped: 'answered',
    attempts: [`200 ${kind}: ran`],
  };
}

/** A call that pack code, or the service before it, answered with an error message at the first try. */
export function toldError(code: string, execution: 'ran' | 'did-not-run'): Told {
  return {
    what: code,
    kind: 'error',
    execution,
    mayStillRun: false,
    stopped: 'answered',
    attempts: [`200 ${code}: ${execution}`],
  };
}

/** A call that was refused with a status at its only try. */
export function toldRefusal(status: number, reason: string, stopped = 'not-retryable'): Told {
  return {
    what: reason,
    kind: 'transport',
    execution: 'did-not-run',
    mayStillRun: false,
    stopped,
    attempts: [`${status} ${reason}: did-not-run`],
  };
}
