/** What to do about an outcome that is not a good one: one short sentence each, without a full stop. */
import type { PackError, TransportFailure, UnavailableDetail } from '../outcome.js';
import { connectionText } from './connection-text.js';

/** By error code; a code of a later revision has none. */
const byCode: ReadonlyMap<string, string> = new Map([
  ['output-validation-failed', "the tool's output breaks its own schema: correct the tool"],
  ['handler-import-failed', "the tool's module does not load: look into the service's log"],
  ['handler-shape-invalid', "the tool's module exports no handler: correct the pack"],
  ['check-shape-invalid', 'the check exports no handler, or gave no verdict: correct the pack'],
  ['handler-throw', "the pack's own code failed: its message and cause say why"],
  ['malformed-message', 'the service did not understand the message: compare the versions of both sides'],
  ['unknown-protocol-version', 'the service speaks another protocol: compare the versions of both sides'],
  ['unexpected-message-kind', 'the service did not expect this kind of message: compare the versions'],
  ['tool-not-in-pack', 'see what is served with: kindgi-pack info'],
  ['check-not-in-pack', 'see what is served with: kindgi-pack info'],
  ['tool-version-mismatch', 'see which versions are served with: kindgi-pack info'],
  ['deadline-exceeded', 'give it more time with --timeout, or find out why it takes so long'],
  ['cancelled', 'the service stopped waiting for it'],
]);

/** What a call hands over, in the words of the person who types it. */
export type Given = 'input' | 'config';

/** The sentence for a code or reason; `undefined` where there is nothing to say. */
export function adviceFor(outcome: PackError | TransportFailure, given: Given = 'input'): string | undefined {
  if (outcome.kind === 'transport') return adviceForReason(outcome);
  if (outcome.code === 'input-validation-failed') return `correct the ${given} at the places listed`;
  return byCode.get(outcome.code);
}

/** The code of a connection's error, where an outcome has one. */
export function causeCode(cause: unknown): string | undefined {
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return undefined;
  return typeof cause.code === 'string' ? cause.code : undefined;
}

function adviceForReason(outcome: TransportFailure): string | undefined {
  switch (outcome.reason) {
    case 'unavailable':
      return adviceForDetail(outcome.detail);
    case 'unauthorized':
      return 'compare the token with that of the service (one that only just started may not know it yet)';
    case 'not-found':
    case 'method-not-allowed':
    case 'unsupported-media-type':
      return 'something else may answer at this address: check --url and its path';
    case 'payload-too-large':
      return 'make the input smaller';
    case 'service-failed':
    case 'connection-lost':
      return "look into the service's log for this request id";
    case 'unexpected-status':
      return 'something in front of the service may have answered: check --url and the proxy';
    case 'unreachable':
      return connectionText(causeCode(outcome.cause), outcome.attempts.at(-1)?.replica ?? 'http://localhost');
    case 'invalid-response':
      return 'something else may answer at this address: check --url';
    case 'response-too-large':
      return 'ask for less';
    case 'deadline-exceeded':
      return 'give it more time with --timeout';
    case 'queue-full':
    case 'cancelled':
    case 'closed':
      return undefined;
  }
}

function adviceForDetail(detail: UnavailableDetail | undefined): string {
  switch (detail) {
    case 'draining':
      return 'it is shutting down: wait for its successor with: kindgi-pack ready --wait 1m';
    case 'not ready':
      return 'it takes no calls yet: wait for it with: kindgi-pack ready --wait 1m';
    case 'overloaded':
      return 'it has all the calls it takes: try again later, or run another replica';
    case 'missing env':
      return 'set the missing environment at the service, then start it again';
    case 'no pack service':
      return 'no pack service runs there: start it, or check --url';
    case undefined:
      return 'the service says that it takes no calls now, but will later';
  }
}
