/** Puts a call's facts to its ending: the outcome as the caller gets it. */
import type { AnyOutcome, CheckOutcome, Facts, ToolOutcome } from '../../outcome.js';
import type { Ending } from '../call.js';
import type { Mutable } from '../mutable.js';
import { rounded } from '../rounded.js';
import type { OutcomeBody } from './verdict.js';

/**
 * An ending with its facts. `requestId` and the duration are what the ending itself does not know. Field by field
 * for good outcomes: spreading objects of varying shape costs as much as the rest of a call.
 */
export function conclude(ending: Ending, requestId: string, elapsedMs: number): AnyOutcome {
  const { body, execution, mayStillRun, attempts, stopped } = ending;
  const durationMs = rounded(elapsedMs);
  switch (body.kind) {
    case 'result': {
      const { kind, output } = body;
      return withAnswer(
        { kind, output, execution, mayStillRun, requestId, durationMs, attempts, stopped },
        ending,
      );
    }
    case 'check-result': {
      const { kind, result } = body;
      return withAnswer(
        { kind, result, execution, mayStillRun, requestId, durationMs, attempts, stopped },
        ending,
      );
    }
    case 'error':
    case 'transport':
    case 'info':
      return withAnswer(
        { ...body, execution, mayStillRun, requestId, durationMs, attempts, stopped },
        ending,
      );
  }
}

function withAnswer<Outcome extends Mutable<Facts>>(outcome: Outcome, { answer }: Ending): Outcome {
  if (answer?.serviceDurationMs !== undefined) outcome.serviceDurationMs = answer.serviceDurationMs;
  if (answer?.artifactVersion !== undefined) outcome.artifactVersion = answer.artifactVersion;
  return outcome;
}

/** A tool call ends as a result, an error or a transport failure; that the output is an `Output` is the caller's word. */
export function asToolOutcome<Output>(outcome: AnyOutcome): ToolOutcome<Output> {
  if (isToolOutcome<Output>(outcome)) return outcome;
  throw new TypeError(`a tool call cannot end as ${outcome.kind}`);
}

function isToolOutcome<Output>(outcome: AnyOutcome): outcome is ToolOutcome<Output> {
  return outcome.kind !== 'check-result' && outcome.kind !== 'info';
}

/** A check ends as a verdict, an error or a transport failure. */
export function asCheckOutcome(outcome: AnyOutcome): CheckOutcome {
  if (outcome.kind !== 'result' && outcome.kind !== 'info') return outcome;
  throw new TypeError(`a check cannot end as ${outcome.kind}`);
}

/** An ending before the first try. */
export function notTried(body: OutcomeBody, stopped: 'closed' | 'not-started'): Ending {
  return { body, stopped, execution: 'did-not-run', mayStillRun: false, attempts: [], answer: undefined };
}
