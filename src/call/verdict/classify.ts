/**
 * What an end on the wire means: the kind of outcome, whether pack code ran, and on what ground the call may be
 * tried again. The one place that decides by status; codes are looked up in `protocol/codes.ts`. It decides by
 * stage, status and code, never by the text of a message, and does not decide whether a retry happens.
 */
import { ownHeader } from '../../protocol/headers.js';
import { parseRetryAfterMs } from '../../protocol/retry-after.js';
import type { Fault, Reply, WireError } from '../../transport/wire.js';
import { isConnectFailure, isTlsRefusal } from '../../transport/wire-error.js';
import type { Ended } from '../lifetime/lifeline.js';
import { failure } from './failure.js';
import { readMessage } from './read-message.js';
import { readUnavailableBody } from './unavailable-body.js';
import type { Verdict } from './verdict.js';

export interface ClassifyOptions {
  readonly asks: 'result' | 'check-result' | 'info';
  readonly safeStatuses: readonly number[];
  /** Milliseconds since 1970, for a `Retry-After` that is a date. */
  dateMs(): number;
}

export function classify(end: Reply | Fault, options: ClassifyOptions): Verdict {
  if (end.kind === 'reply') return classifyReply(end, options);
  return end.stage === 'connecting' ? unreachable(end.error) : connectionLost(end.error);
}

/** The verdict on a call, or a try, that this side ended; `sent` once the request was handed to a connection. */
export function endedHere({ reason, cause }: Ended, sent: boolean): Verdict {
  return failure(reason, endedMessages[reason], {
    execution: sent ? 'may-have-run' : 'did-not-run',
    mayStillRun: sent,
    ...(cause === undefined ? {} : { cause }),
  });
}

const endedMessages = {
  'deadline-exceeded': 'the deadline passed before an answer came',
  cancelled: 'the caller cancelled the call',
  closed: 'the client was closed',
} as const;

/** The verdict on a try whose token or authorization function failed: nothing was sent. */
export function credentialsFailed(cause: unknown): Verdict {
  const message = 'the token or authorization function failed';
  return failure('unauthorized', message, { ground: 'reauthorize', cause });
}

function classifyReply(reply: Reply, options: ClassifyOptions): Verdict {
  const { status } = reply;
  switch (status) {
    case 200:
      if (!reply.tooLarge) return readMessage(reply, options.asks);
      return failure('response-too-large', 'the answer is larger than maxResponseBytes', {
        status,
        ...mayHaveRun,
      });
    case 401:
      return failure('unauthorized', 'the service refused the token', { status, ground: 'reauthorize' });
    case 404:
      return failure('not-found', 'there is no pack service at this address', { status });
    case 405:
      return failure('method-not-allowed', 'the address does not take this method', { status });
    case 413:
      return failure('payload-too-large', 'the request is larger than the service takes', { status });
    case 415:
      return failure('unsupported-media-type', 'the service does not take application/json', { status });
    case 500:
      return failure('service-failed', 'the service itself failed', {
        status,
        ...mayHaveRun,
        ground: 'unknown',
      });
    case 503: {
      const retryAfterMs = parseRetryAfterMs(ownHeader(reply.headers, 'retry-after'), options.dateMs());
      return retryAfterMs === undefined ? unexpected(reply, options) : unavailable(reply, retryAfterMs);
    }
    default:
      return unexpected(reply, options);
  }
}

function unreachable(cause: WireError): Verdict {
  if (isTlsRefusal(cause)) return failure('unreachable', 'the TLS connection was refused', { cause });
  const ground = isConnectFailure(cause) ? 'backoff' : 'no';
  return failure('unreachable', 'no connection to the service', { cause, ground });
}

function connectionLost(cause: WireError): Verdict {
  const message = 'the connection ended before a whole answer';
  return failure('connection-lost', message, { cause, ...mayHaveRun, mayStillRun: true, ground: 'unknown' });
}

const mayHaveRun = { execution: 'may-have-run' } as const;

function unavailable({ status, body }: Reply, retryAfterMs: number): Verdict {
  const told = readUnavailableBody(body);
  return failure(
    'unavailable',
    `the service takes no calls now${told.detail === undefined ? '' : `: ${told.detail}`}`,
    {
      status,
      retryAfterMs,
      ...told,
      ground: told.detail === 'missing env' ? 'no' : 'paced',
    },
  );
}

function unexpected({ status, headers }: Reply, { safeStatuses, dateMs }: ClassifyOptions): Verdict {
  const message = `unexpected status ${status}`;
  if (safeStatuses.includes(status)) {
    const retryAfterMs = parseRetryAfterMs(ownHeader(headers, 'retry-after'), dateMs());
    if (retryAfterMs === undefined)
      return failure('unexpected-status', message, { status, ground: 'backoff' });
    return failure('unexpected-status', message, { status, retryAfterMs, ground: 'paced' });
  }
  // A redirect or a request that is refused for what it is gives the same next time.
  const transient = status === 429 || status >= 500;
  return failure('unexpected-status', message, {
    status,
    ...mayHaveRun,
    mayStillRun: status === 502 || status === 504,
    ground: transient ? 'unknown' : 'no',
  });
}
