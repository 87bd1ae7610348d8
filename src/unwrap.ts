/**
 * The two questions that most callers ask of an outcome: what came of it, and is it safe to try again. Nothing here
 * decides anything about a call that is still under way.
 */
import { PackUsageError } from './errors.js';
import type {
  AnyOutcome,
  CheckOutcome,
  InfoOutcome,
  PackError,
  ToolOutcome,
  TransportFailure,
} from './outcome.js';
import { isPackErrorCode } from './protocol/codes.js';
import type { CheckResult, PackInfo } from './protocol/messages.js';

/**
 * Thrown by `unwrap` alone: the outcome was not a good one.
 *
 * @example
 * ```ts
 * try {
 *   unwrap(outcome);
 * } catch (error) {
 *   if (error instanceof PackCallError) console.log(error.message, error.outcome.execution);
 * }
 * ```
 */
export class PackCallError extends Error {
  /** Not enumerable, so that loggers which copy an error's fields do not copy a service's words. */
  declare readonly outcome: PackError | TransportFailure;

  constructor(message: string, outcome: PackError | TransportFailure) {
    super(message);
    this.name = 'PackCallError';
    Object.defineProperty(this, 'outcome', { value: outcome, enumerable: false });
  }
}

/**
 * The output, verdict or info of a good outcome.
 *
 * @example
 * ```ts
 * const { passed } = unwrap(await client.check({ check: 'acme.billing.no-card-number', trace }));
 * ```
 *
 * @throws PackCallError for any other; it carries the outcome.
 * @throws PackUsageError for what is no outcome, a promise that was not awaited for instance.
 */
export function unwrap<Output>(outcome: ToolOutcome<Output>): Output;
export function unwrap(outcome: CheckOutcome): CheckResult;
export function unwrap(outcome: InfoOutcome): PackInfo;
export function unwrap(outcome: AnyOutcome): unknown {
  if (!isOutcome(outcome)) {
    const message = 'expected an outcome of invoke(), check() or info(), after await';
    throw new PackUsageError('cannot unwrap this', [{ path: '', message }]);
  }
  switch (outcome.kind) {
    case 'result':
      return outcome.output;
    case 'check-result':
      return outcome.result;
    case 'info':
      return outcome.info;
    case 'error':
      throw new PackCallError(
        `the pack service answered ${codeText(outcome.code)} (${outcome.execution})`,
        outcome,
      );
    case 'transport':
      throw new PackCallError(`${outcome.message} (${outcome.execution})`, outcome);
  }
}

/** Callers without types may pass anything. */
function isOutcome(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return kinds.has(Reflect.get(value, 'kind'));
}

const kinds: ReadonlySet<unknown> = new Set<AnyOutcome['kind']>([
  'result',
  'check-result',
  'info',
  'error',
  'transport',
]);

/** An unlisted code is a service's free text, and must not get into an error's message. */
function codeText(code: string): string {
  return isPackErrorCode(code) ? code : 'an error of a code unknown here';
}

/**
 * True when the call provably did not run and trying again later can help: `unavailable` (but not for missing
 * environment), `unreachable` (but not for a refused certificate), a full queue, and an own deadline that
 * passed before anything was sent. False for what is no outcome.
 *
 * @example
 * ```ts
 * const outcome = await client.invoke(call);
 * if (isSafeToRetry(outcome)) queue.push(call);
 * ```
 */
export function isSafeToRetry(outcome: AnyOutcome): boolean {
  if (!isOutcome(outcome) || outcome.kind !== 'transport' || outcome.execution !== 'did-not-run')
    return false;
  switch (outcome.reason) {
    case 'unavailable':
      return outcome.detail !== 'missing env';
    case 'unreachable':
      return outcome.stopped !== 'not-retryable';
    case 'queue-full':
    case 'deadline-exceeded':
      return true;
    case 'unauthorized':
    case 'not-found':
    case 'method-not-allowed':
    case 'payload-too-large':
    case 'unsupported-media-type':
    case 'service-failed':
    case 'unexpected-status':
    case 'connection-lost':
    case 'invalid-response':
    case 'response-too-large':
    case 'cancelled':
    case 'closed':
      return false;
  }
}
