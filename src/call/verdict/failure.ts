/** Makes the verdict of a transport failure. */
import type { TransportFailure, TransportReason } from '../../outcome.js';
import type { Verdict } from './verdict.js';

type Details = Partial<Pick<Verdict, 'execution' | 'mayStillRun' | 'ground'>> &
  Pick<TransportFailure, 'status' | 'detail' | 'missingEnv' | 'retryAfterMs' | 'cause'>;

/** Unless told otherwise the call did not run, and the answer stands. */
export function failure(reason: TransportReason, message: string, details: Details = {}): Verdict {
  const { execution = 'did-not-run', mayStillRun = false, ground = 'no', ...rest } = details;
  return {
    body: { kind: 'transport', reason, message, ...rest },
    name: reason,
    execution,
    mayStillRun,
    ground,
  };
}
