/** Why a call was not tried again, where its last try alone does not say. */
import type { PackError, TransportFailure } from '../outcome.js';

/** A few words; `undefined` where the code or reason says it already. */
export function stoppedText(outcome: PackError | TransportFailure): string | undefined {
  switch (outcome.stopped) {
    case 'attempts':
      return outcome.attempts.length > 1 ? `after ${outcome.attempts.length} tries` : undefined;
    case 'budget':
      return 'its retry budget is used up';
    case 'deadline':
      return isDeadline(outcome) ? undefined : 'the next try would come after the deadline';
    case 'answered':
    case 'not-retryable':
    case 'cancelled':
    case 'closed':
    case 'not-started':
      return undefined;
  }
}

function isDeadline(outcome: PackError | TransportFailure): boolean {
  return (outcome.kind === 'error' ? outcome.code : outcome.reason) === 'deadline-exceeded';
}
