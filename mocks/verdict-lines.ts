/** The table of verdicts as people read it: verdicts that mean the same stand in one line, in words. */
import type { Seen } from './verdicts.js';

export interface VerdictLine {
  /** What was seen, in words. */
  readonly seen: string;
  /** The verdicts that it sums up. */
  readonly of: readonly Seen[];
  /** "sent again?", where the verdicts alone do not say it whole. */
  readonly again?: string;
}

/** Every line, in the order of the README. */
export const verdictLines: readonly VerdictLine[] = [
  { seen: "a result, a check's verdict", of: ['result', 'check-result'] },
  { seen: 'the handler threw, or its output is invalid', of: ['handler-throw', 'output-validation-failed'] },
  {
    seen: 'the input is invalid, the message or the handler unusable',
    of: [
      'input-validation-failed',
      'malformed-message',
      'unknown-protocol-version',
      'unexpected-message-kind',
      'handler-import-failed',
      'handler-shape-invalid',
      'check-shape-invalid',
    ],
  },
  {
    seen: 'the tool, its version or the check is not there',
    of: ['tool-not-in-pack', 'tool-version-mismatch', 'check-not-in-pack'],
  },
  {
    seen: "the service's own `deadline-exceeded`, `cancelled`, an unknown code",
    of: ['deadline of the service', 'cancelled by the service', 'unknown code'],
  },
  {
    seen: '503 with a usable `Retry-After`',
    of: ['unavailable', 'missing env'],
    again: 'yes, never sooner than asked (`missing env`: no)',
  },
  { seen: '401, or the token function failed', of: ['unauthorized'] },
  {
    seen: '404, 405, 413, 415',
    of: ['not-found', 'method-not-allowed', 'payload-too-large', 'unsupported-media-type'],
  },
  { seen: 'no connection', of: ['unreachable'] },
  { seen: 'TLS refused', of: ['TLS refused'] },
  { seen: '500', of: ['service-failed'] },
  {
    seen: 'any other status, also a 503 without `Retry-After`',
    of: ['unexpected-status', '502 or 504'],
  },
  { seen: 'the connection ended before a whole answer', of: ['connection-lost'] },
  { seen: '200 that is not a message, or is too large', of: ['invalid-response', 'response-too-large'] },
  {
    seen: 'deadline, cancel or close on this side',
    of: [
      'deadline, not sent',
      'deadline, sent',
      'cancelled, not sent',
      'cancelled, sent',
      'closed, not sent',
      'closed, sent',
    ],
  },
  { seen: 'queue full, request too large', of: ['queue-full', 'request too large'] },
];
