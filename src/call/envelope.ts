/**
 * What will be sent, made once per call: the message as bytes, the ids, and what the policy must know of the tool.
 * The same bytes go out on every try. Nothing is sent from here, and nothing about the deadline stands here.
 */
import { PackUsageError } from '../errors.js';
import type { CallOptions, RetryPolicy } from '../options/types.js';
import { ownField, ownFields } from '../own-fields.js';
import type { CheckCall, ToolCall } from '../pack-client.js';
import { headerNames, idHeader } from '../protocol/headers.js';
import {
  type CheckInvokeMessage,
  protocolVersion,
  type RequestMessage,
  type ToolInvokeMessage,
} from '../protocol/messages.js';
import { newRequestId } from './request-id.js';
import { findUnserialisable } from './unserialisable.js';

export interface Envelope {
  readonly asks: 'result' | 'check-result';
  /** The tool's or check's id. */
  readonly targetId: string;
  readonly runId: string | undefined;
  readonly requestId: string;
  readonly body: Buffer;
  /** The headers that differ per call and not per try: name, value, … */
  readonly headers: readonly string[];
  /** The index declares the tool `mutating: false`. */
  readonly readOnly: boolean;
  readonly retry: RetryPolicy;
}

export type SealOptions = Pick<CallOptions, 'requestId' | 'traceparent'> &
  Pick<Envelope, 'retry' | 'readOnly'>;

/** @throws PackUsageError when the input or the context is not JSON, or an id is too long. */
export function sealToolCall(call: ToolCall, options: SealOptions): Envelope {
  const { tool: named, input, ctx } = call;
  const { id, version } = typeof named === 'string' ? { id: named, version: undefined } : ownFields(named);
  const tool = version === undefined ? { id } : { id, version };
  const message: ToolInvokeMessage = { v: protocolVersion, kind: 'invoke', tool, input, ctx };
  const sealed = {
    asks: 'result',
    targetId: id,
    runId: ctx.runId,
    runIdPath: 'ctx.runId',
    requestId: options.requestId || (Object.hasOwn(ctx, 'requestId') ? ctx.requestId : undefined),
    body: toBytes(message, 'input', 'ctx'),
  } as const;
  return seal(sealed, options);
}

/** @throws PackUsageError when the config or the trace is not JSON, or an id is too long. */
export function sealCheckCall(call: CheckCall, options: SealOptions): Envelope {
  const { check, config = {}, trace, runId } = ownFields(call);
  const id = typeof check === 'string' ? check : check.id;
  const message: CheckInvokeMessage = {
    v: protocolVersion,
    kind: 'check-invoke',
    check: { id },
    config,
    trace,
  };
  const sealed = {
    asks: 'check-result',
    targetId: id,
    runId: runId ?? runIdOf(trace),
    runIdPath: runId === undefined ? 'trace.runId' : 'runId',
    requestId: options.requestId,
    body: toBytes(message, 'config', 'trace'),
  } as const;
  return seal(sealed, options);
}

type Sealed = Pick<Envelope, 'asks' | 'targetId' | 'runId' | 'body'> & {
  readonly requestId: string | undefined;
  /** Where the caller wrote the run's id. */
  readonly runIdPath: string;
};

function seal(sealed: Sealed, options: SealOptions): Envelope {
  const { asks, targetId, runId, requestId: given, body } = sealed;
  if (typeof targetId !== 'string')
    throw new TypeError('a getter gave another id than the one that was checked');
  const requestId = given || newRequestId();
  // One among the options has been checked with them.
  const headers = [headerNames.requestId, given ? idHeader(given, 'ctx.requestId') : requestId];
  if (runId !== undefined) headers.push(headerNames.runId, idHeader(runId, sealed.runIdPath));
  const { traceparent, retry, readOnly } = options;
  if (traceparent !== undefined) headers.push(headerNames.traceparent, traceparent);
  return { asks, targetId, runId, requestId, body, headers, readOnly, retry };
}

function runIdOf(trace: unknown): string | undefined {
  const runId = ownField(trace, 'runId');
  return typeof runId === 'string' ? runId : undefined;
}

/** The caller's parts are looked at one by one only when the message cannot be written, or could lack one. */
function toBytes<Message extends RequestMessage>(
  message: Message,
  one: keyof Message & string,
  other: keyof Message & string,
): Buffer {
  try {
    if (mayVanish(message[one])) assertSerialisable(one, message[one]);
    if (mayVanish(message[other])) assertSerialisable(other, message[other]);
    return Buffer.from(JSON.stringify(message));
  } catch (error) {
    if (error instanceof PackUsageError) throw error;
    assertSerialisable(one, message[one]);
    assertSerialisable(other, message[other]);
    throw new PackUsageError('cannot send this call', [{ path: '', message: 'expected a smaller message' }]);
  }
}

/** JSON.stringify leaves out a field whose value it cannot write, or whose own toJSON gives nothing. */
function mayVanish(value: unknown): boolean {
  if (typeof value !== 'object' || value === null)
    return typeof value === 'function' || typeof value === 'symbol';
  return 'toJSON' in value;
}

function assertSerialisable(name: string, value: unknown): void {
  let json: string | undefined;
  try {
    json = JSON.stringify(value);
  } catch {
    json = undefined;
  }
  if (json === undefined)
    throw new PackUsageError('cannot send this call', [findUnserialisable(name, value)]);
}
