/**
 * Runs one handler and notes on the call's record how far it got. The record is written even when nobody waits
 * any more. A throw, at once or later, is a value here.
 */
import type { OpenCall } from './call-record.js';

/** One call under way, as `runTool` and `runCheck` need it. */
export interface Run {
  readonly signal: AbortSignal;
  readonly headers: Readonly<Record<string, string>>;
  readonly record: OpenCall;
}

export type HandlerEnd = { readonly returned: unknown } | { readonly threw: unknown };

export async function runHandler(handler: () => unknown, { record, signal }: Run): Promise<HandlerEnd> {
  record.handler = 'running';
  try {
    const returned = await handler();
    record.handler = 'finished';
    return { returned };
  } catch (threw) {
    record.handler = 'threw';
    return { threw };
  } finally {
    if (signal.aborted) record.late = true;
  }
}
