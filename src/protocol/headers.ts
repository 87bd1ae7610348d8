/**
 * The headers of pack protocol v2 by name, and the one rule for putting an id into a header: whatever is not
 * visible ASCII is percent-encoded, so that nothing a caller passes can end a header line or begin another.
 */

import { PackUsageError } from '../errors.js';
import { version } from '../version.js';
import { protocolVersion } from './messages.js';

export const headerNames = {
  token: 'kindgi-pack-token',
  protocol: 'kindgi-protocol',
  timeoutMs: 'kindgi-timeout-ms',
  runId: 'kindgi-run-id',
  requestId: 'kindgi-request-id',
  traceparent: 'traceparent',
  authorization: 'authorization',
  durationMs: 'kindgi-duration-ms',
  artifactVersion: 'kindgi-artifact-version',
} as const;

/** Headers of every request, probes included: name, value, … Compressed answers are not asked for. */
export const plainHeaders: readonly string[] = [
  ...['accept', 'application/json'],
  ...['accept-encoding', 'identity'],
  ...['user-agent', `kindgi-pack-client/${version}`],
];

/** Those of requests that carry or ask for messages. */
export const messageHeaders: readonly string[] = [
  ...['content-type', 'application/json'],
  ...plainHeaders,
  ...[headerNames.protocol, String(protocolVersion)],
];

const plainId = /^[\x21-\x24\x26-\x7e]*$/;
const encodable = /[^\x21-\x24\x26-\x7e]+/gu;

/**
 * An id as a header value. Visible ASCII other than `%` stays as it is; the rest is percent-encoded UTF-8, so
 * that `decodeURIComponent` gives the id back. Half a surrogate pair becomes U+FFFD.
 */
export function encodeId(id: string): string {
  if (plainId.test(id)) return id;
  return id.toWellFormed().replace(encodable, encodeURIComponent);
}

/**
 * Longest id of a run or request, as it is sent. Servers read about 16 KiB of headers in all (Node's default) and answer
 * more with a status that says nothing of the call, so an endless id would be a call that may have run. Both ids
 * at their longest leave half of that to credentials and what proxies add.
 */
export const maxIdChars = 4_096;

export const idExpectation = `expected at most ${maxIdChars} characters, percent-encoded`;

/** Does it fit into its header? */
export function isIdSendable(id: string): boolean {
  return id.length <= maxIdChars && encodeId(id).length <= maxIdChars;
}

/**
 * An id as a header value that every server reads.
 *
 * @param path of the id in the caller's arguments.
 * @throws PackUsageError naming it when it is too long.
 */
export function idHeader(id: string, path: string): string {
  // The first comparison spares encoding what is too long as it is.
  const value = id.length > maxIdChars ? id : encodeId(id);
  if (value.length <= maxIdChars) return value;
  throw new PackUsageError('cannot send this call', [{ path, message: idExpectation }]);
}

/** Own headers alone: what somebody put on `Object.prototype` is no word of a service's. */
export function ownHeader(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  name: string,
): string | readonly string[] | undefined {
  return Object.hasOwn(headers, name) ? headers[name] : undefined;
}

/**
 * A header that is expected once: its value without the white space around it, which is no part of it;
 * `undefined` when absent or given several times.
 */
export function singleHeader(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value.trim() : undefined;
}
