/**
 * What each error code of a 200 `error` message says about the call: did pack code run, may it still be
 * running, and may another replica know better. The table is the wire's law; nothing else in the library
 * looks at a code. A code that is not listed here is kept as it is and counts as "may have run".
 */

/** Whether the pack's code ran: it did, it provably did not, or nobody on this side can know. */
export type Execution = 'ran' | 'did-not-run' | 'may-have-run';

export const packErrorCodes = [
  'input-validation-failed',
  'output-validation-failed',
  'handler-import-failed',
  'handler-shape-invalid',
  'handler-throw',
  'check-shape-invalid',
  'malformed-message',
  'unknown-protocol-version',
  'unexpected-message-kind',
  'tool-not-in-pack',
  'check-not-in-pack',
  'tool-version-mismatch',
  'deadline-exceeded',
  'cancelled',
] as const;

/** The error codes of pack protocol v2. */
export type PackErrorCode = (typeof packErrorCodes)[number];

export interface CodeMeaning {
  readonly execution: Execution;
  /** The service stopped waiting, but the handler may still be working. */
  readonly mayStillRun: boolean;
  /** Another replica may hold what this one does not: worth one try on each. */
  readonly elsewhere: boolean;
}

const notRun: CodeMeaning = { execution: 'did-not-run', mayStillRun: false, elsewhere: false };
const notHere: CodeMeaning = { execution: 'did-not-run', mayStillRun: false, elsewhere: true };
const ran: CodeMeaning = { execution: 'ran', mayStillRun: false, elsewhere: false };
const abandoned: CodeMeaning = { execution: 'may-have-run', mayStillRun: true, elsewhere: false };
const unlisted: CodeMeaning = { execution: 'may-have-run', mayStillRun: false, elsewhere: false };

const meanings: ReadonlyMap<string, CodeMeaning> = new Map<PackErrorCode, CodeMeaning>([
  ['input-validation-failed', notRun],
  ['output-validation-failed', ran],
  ['handler-import-failed', notRun],
  ['handler-shape-invalid', notRun],
  ['handler-throw', ran],
  ['check-shape-invalid', notRun],
  ['malformed-message', notRun],
  ['unknown-protocol-version', notRun],
  ['unexpected-message-kind', notRun],
  ['tool-not-in-pack', notHere],
  ['check-not-in-pack', notHere],
  ['tool-version-mismatch', notHere],
  ['deadline-exceeded', abandoned],
  ['cancelled', abandoned],
]);

/** The meaning of an error code; a code from a later revision is "may have run". */
export function meaningOfCode(code: string): CodeMeaning {
  return meanings.get(code) ?? unlisted;
}

/** Is it one of the fourteen codes this revision knows? */
export function isPackErrorCode(code: string): code is PackErrorCode {
  return meanings.has(code);
}
