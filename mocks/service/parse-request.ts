/**
 * Bytes of a request body to a request message, or to the error message that a pack service answers for them.
 * Lenient as services are: unknown fields are let through, and an absent `input` or `trace` counts as `null`.
 */
import { isObject } from '../../src/own-fields.js';
import { type CallContext, protocolVersion, type RequestMessage } from '../../src/protocol/messages.js';
import { type PackErrorMessage, packError } from './pack-error.js';

// A byte order mark is kept, and so refused: it is not JSON.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The JSON value in these bytes, or `undefined` if there is none (JSON itself has no `undefined`). */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    return undefined;
  }
}

/** The request that a parsed body is, or the error to answer. */
export function parseRequest(value: unknown): RequestMessage | PackErrorMessage {
  if (value === undefined) return malformed('the body is not JSON');
  if (!isObject(value)) return malformed('a message is a JSON object');
  if (value['v'] !== protocolVersion) {
    const stated = JSON.stringify(value['v']) ?? 'nothing';
    return packError('unknown-protocol-version', `this service speaks v ${protocolVersion}, not ${stated}`);
  }
  if (value['kind'] === 'invoke') return parseInvoke(value);
  if (value['kind'] === 'check-invoke') return parseCheckInvoke(value);
  return packError('unexpected-message-kind', 'a request is of kind invoke or check-invoke');
}

function parseInvoke({ tool, input = null, ctx }: Fields): RequestMessage | PackErrorMessage {
  const id = idOf(tool);
  if (id === undefined) return malformed('tool.id must be text that is not empty');
  const version = isObject(tool) ? (tool['version'] ?? undefined) : undefined;
  if (version !== undefined && typeof version !== 'string') return malformed('tool.version must be text');
  if (!isContext(ctx)) return malformed('ctx must hold tenantId and runId as text');
  const ref = version === undefined ? { id } : { id, version };
  return { v: protocolVersion, kind: 'invoke', tool: ref, input, ctx };
}

function parseCheckInvoke({ check, config, trace = null }: Fields): RequestMessage | PackErrorMessage {
  const id = idOf(check);
  if (id === undefined) return malformed('check.id must be text that is not empty');
  if (!isObject(config)) return malformed('config must be an object');
  return { v: protocolVersion, kind: 'check-invoke', check: { id }, config, trace };
}

type Fields = Readonly<Record<string, unknown>>;

function isContext(value: unknown): value is CallContext {
  return isObject(value) && typeof value['tenantId'] === 'string' && typeof value['runId'] === 'string';
}

function idOf(ref: unknown): string | undefined {
  const id = isObject(ref) ? ref['id'] : undefined;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

function malformed(message: string): PackErrorMessage {
  return packError('malformed-message', message);
}
