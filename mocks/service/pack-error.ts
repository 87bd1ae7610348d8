/** Error messages of the embedded pack service, and what a handler threw as data. */
import type { PackErrorCode } from '../../src/protocol/codes.js';
import { type ErrorMessage, protocolVersion } from '../../src/protocol/messages.js';

export type PackErrorMessage = ErrorMessage & { readonly code: PackErrorCode };

type Extra = Pick<ErrorMessage, 'toolId' | 'checkId' | 'cause' | 'issues'>;

export function packError(code: PackErrorCode, message: string, extra: Extra = {}): PackErrorMessage {
  return { v: protocolVersion, kind: 'error', code, message, ...extra };
}

/** What was thrown, as JSON: `{ name, message, stack }` of an error, another value as far as JSON holds it. */
export function thrownAsJson(thrown: unknown): unknown {
  if (thrown instanceof Error) {
    return { name: String(thrown.name), message: String(thrown.message), stack: String(thrown.stack) };
  }
  const wire = toWire(thrown);
  return wire.ok ? wire.value : describeThrown(thrown);
}

/** What was thrown, in one line. */
export function describeThrown(thrown: unknown): string {
  if (thrown instanceof Error) return `${thrown.name}: ${thrown.message}`;
  try {
    return String(thrown);
  } catch {
    return 'a value without text';
  }
}

/** A value as the other side will see it after JSON: no `undefined`, dates as text, nothing shared. */
export function toWire(
  value: unknown,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string } {
  if (value === undefined) return { ok: true, value: null };
  try {
    const text = JSON.stringify(value);
    if (text === undefined) return { ok: false, reason: `a ${typeof value} has no JSON` };
    return { ok: true, value: JSON.parse(text) };
  } catch (cause) {
    return { ok: false, reason: describeThrown(cause) };
  }
}
