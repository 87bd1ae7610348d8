/**
 * The table of verdicts as data: what can be seen of a call, and what its outcome says then. The tests of this
 * library, the README's table (`verdict-lines.ts`) and the demo (`sample/scenarios.ts`) read it here, so that they
 * cannot say different things. It decides nothing: the library has its own code for that, and the tests hold the two
 * against each other.
 */
import type {
  AnyOutcome,
  Execution,
  PackErrorCode,
  Stage,
  Stopped,
  TransportReason,
} from '../src/outcome.js';

/**
 * Is the call sent again? `paced`: not sooner than the service asked; `backed-off`: after a pause of our own;
 * `elsewhere`: once on each other replica; `re-authorized`: once, if a function gives another credential.
 */
export type Again = 'done' | 'never' | 'paced' | 'backed-off' | 'elsewhere' | 're-authorized';

/** What an outcome says of a call, and what the client does next. */
export interface Verdict {
  /** What kind of outcome it is. */
  readonly kind: AnyOutcome['kind'];
  /** The code of an error, the reason of a transport failure, the kind of a good outcome. */
  readonly is: string;
  /** Did the pack's code run? */
  readonly execution: Execution;
  /** Nobody waits any more, but the handler may still be working. */
  readonly mayStillRun: boolean;
  /** Whether, when and where the client itself sends the call again. */
  readonly again: Again;
  /** How far the try got, as a rule; absent where none begins. */
  readonly stage?: Stage;
  /** The status that makes it, where there is one only. */
  readonly status?: number;
  /** Why a call ends with it when no further try may begin. */
  readonly stopped: Stopped;
  /** What `isSafeToRetry` says of an outcome that ends so. */
  readonly isSafe: boolean;
}

const notRun = { execution: 'did-not-run', mayStillRun: false } as const;
const ran = { execution: 'ran', mayStillRun: false } as const;
const unknown = { execution: 'may-have-run', mayStillRun: false } as const;
const abandoned = { execution: 'may-have-run', mayStillRun: true } as const;

const message = { stage: 'answered', status: 200, stopped: 'answered', isSafe: false } as const;

type Meaning = Pick<Verdict, 'execution' | 'mayStillRun'>;

function good(kind: 'result' | 'check-result' | 'info'): Verdict {
  return { kind, is: kind, ...ran, ...message, again: 'done' };
}

function error(code: PackErrorCode | 'a-code-of-2031', meaning: Meaning, again: Again = 'never'): Verdict {
  return { kind: 'error', is: code, ...meaning, ...message, again };
}

function failure(reason: TransportReason, meaning: Meaning, more: Partial<Verdict> = {}): Verdict {
  const rest = { stage: 'answered', again: 'never', stopped: 'not-retryable', isSafe: false } as const;
  return { kind: 'transport', is: reason, ...meaning, ...rest, ...more };
}

const retried = { stopped: 'attempts', isSafe: true } as const;

/** An end that this side made before anything was sent, and after it. */
function ended(reason: 'deadline-exceeded' | 'cancelled' | 'closed', stopped: Stopped) {
  const isSafe = reason === 'deadline-exceeded';
  return {
    unsent: failure(reason, notRun, { stage: 'connecting', stopped, isSafe }),
    sent: failure(reason, abandoned, { stage: 'sent', stopped }),
  };
}

const deadline = ended('deadline-exceeded', 'deadline');
const cancelled = ended('cancelled', 'cancelled');
const closed = ended('closed', 'closed');

function notStarted(reason: TransportReason, isSafe: boolean): Verdict {
  const { stage: _none, ...verdict } = failure(reason, notRun, { stopped: 'not-started', isSafe });
  return verdict;
}

/**
 * Every verdict by what was seen, for a test that is to hold whatever comes of a call.
 *
 * @example
 * ```ts
 * it.each(Object.entries(verdicts))('%s: parks the run unless it is safe', (_seen, { execution, isSafe }) => {
 *   console.log(execution, isSafe);
 * });
 * ```
 */
export const verdicts = {
  result: good('result'),
  'check-result': good('check-result'),
  info: good('info'),

  'handler-throw': error('handler-throw', ran),
  'output-validation-failed': error('output-validation-failed', ran),
  'malformed-message': error('malformed-message', notRun),
  'unknown-protocol-version': error('unknown-protocol-version', notRun),
  'unexpected-message-kind': error('unexpected-message-kind', notRun),
  'input-validation-failed': error('input-validation-failed', notRun),
  'handler-import-failed': error('handler-import-failed', notRun),
  'handler-shape-invalid': error('handler-shape-invalid', notRun),
  'check-shape-invalid': error('check-shape-invalid', notRun),
  'tool-not-in-pack': error('tool-not-in-pack', notRun, 'elsewhere'),
  'check-not-in-pack': error('check-not-in-pack', notRun, 'elsewhere'),
  'tool-version-mismatch': error('tool-version-mismatch', notRun, 'elsewhere'),
  'deadline of the service': error('deadline-exceeded', abandoned),
  'cancelled by the service': error('cancelled', abandoned),
  'unknown code': error('a-code-of-2031', unknown),

  unavailable: failure('unavailable', notRun, { status: 503, again: 'paced', ...retried }),
  'missing env': failure('unavailable', notRun, { status: 503 }),
  unauthorized: failure('unauthorized', notRun, { status: 401, again: 're-authorized' }),
  'not-found': failure('not-found', notRun, { status: 404 }),
  'method-not-allowed': failure('method-not-allowed', notRun, { status: 405 }),
  'payload-too-large': failure('payload-too-large', notRun, { status: 413 }),
  'unsupported-media-type': failure('unsupported-media-type', notRun, { status: 415 }),
  unreachable: failure('unreachable', notRun, { stage: 'connecting', again: 'backed-off', ...retried }),
  'TLS refused': failure('unreachable', notRun, { stage: 'connecting' }),
  'service-failed': failure('service-failed', unknown, { status: 500 }),
  'unexpected-status': failure('unexpected-status', unknown),
  '502 or 504': failure('unexpected-status', abandoned),
  'safe status': failure('unexpected-status', notRun, { again: 'backed-off', stopped: 'attempts' }),
  'connection-lost': failure('connection-lost', abandoned, { stage: 'sent' }),
  'invalid-response': failure('invalid-response', unknown, { status: 200 }),
  'response-too-large': failure('response-too-large', unknown, { status: 200, stage: 'answering' }),

  'deadline, not sent': deadline.unsent,
  'deadline, sent': deadline.sent,
  'cancelled, not sent': cancelled.unsent,
  'cancelled, sent': cancelled.sent,
  'closed, not sent': closed.unsent,
  'closed, sent': closed.sent,
  'queue-full': notStarted('queue-full', true),
  'request too large': notStarted('payload-too-large', false),
} as const satisfies Readonly<Record<string, Verdict>>;

/** What was seen of a try, in a word or two: a key of `verdicts`. */
export type Seen = keyof typeof verdicts;
