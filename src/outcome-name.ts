/** The one word for an outcome in records, totals, spans and failed assertions: a name of this library's, never a service's. */
import type { AnyOutcome } from './outcome.js';
import { isPackErrorCode } from './protocol/codes.js';

/** What an outcome came to, in one word: its kind, error code or transport reason; `error` for an unlisted code. */
export function outcomeName(outcome: AnyOutcome): string {
  switch (outcome.kind) {
    case 'result':
    case 'check-result':
    case 'info':
      return outcome.kind;
    case 'error':
      return isPackErrorCode(outcome.code) ? outcome.code : 'error';
    case 'transport':
      return outcome.reason;
  }
}
