/** Puts a call's facts to its ending: the outcome as the caller gets it. */
import type { AnyOutcome, Facts } from '../outcome.js';
import { rounded } from './attempt.js';
import type { Ending } from './call.js';
import type { Mutable } from './mutable.js';

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
    default:
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
