/**
 * What will be sent, made once per call: the message as bytes, the ids, and what the policy must know of the tool.
 * The same bytes go out on every try. Nothing is sent from here, and nothing about the deadline stands here.
 */
import { randomUUID } from 'node:crypto';
import { PackUsageError } from '../errors.js';
import type { CallOptions, RetryPolicy } from '../options/types.js';
import type { CheckCall, ToolCall } from '../pack-client.js';
import { encodeId, headerNames } from '../protocol/headers.js';
import { protocolVersion } from '../protocol/messages.js';
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

/** @throws PackUsageError when the input or the context is not JSON. */
export function sealToolCall(call: ToolCall, options: SealOptions): Envelope {
  const { id, version } = typeof call.tool === 'string' ? { id: call.tool } : { ...noVersion, ...call.tool };
  const tool = version === undefined ? { id } : { id, version };
  const json =
    `{"v":${protocolVersion},"kind":"invoke","tool":${JSON.stringify(tool)},` +
    `"input":${toJson('input', call.input)},"ctx":${toJson('ctx', call.ctx)}}`;
  const requestId = options.requestId || call.ctx.requestId || randomUUID();
  return seal({ asks: 'result', targetId: id, runId: call.ctx.runId, requestId, json }, options);
}

/** @throws PackUsageError when the config or the trace is not JSON. */
export function sealCheckCall(call: CheckCall, options: SealOptions): Envelope {
  const id = typeof call.check === 'string' ? call.check : call.check.id;
  const json =
    `{"v":${protocolVersion},"kind":"check-invoke","check":${JSON.stringify({ id })},` +
    `"config":${toJson('config', call.config ?? {})},"trace":${toJson('trace', call.trace)}}`;
  const requestId = options.requestId || randomUUID();
  return seal(
    { asks: 'check-result', targetId: id, runId: call.runId ?? runIdOf(call.trace), requestId, json },
    options,
  );
}

const noVersion: { readonly version?: string | undefined } = {};

type Sealable = Pick<Envelope, 'asks' | 'targetId' | 'runId' | 'requestId'> & { readonly json: string };

function seal({ asks, targetId, runId, requestId, json }: Sealable, options: SealOptions): Envelope {
  const headers = [headerNames.requestId, encodeId(requestId)];
  if (runId !== undefined) headers.push(headerNames.runId, encodeId(runId));
  if (options.traceparent !== undefined) headers.push(headerNames.traceparent, options.traceparent);
  const { retry, readOnly } = options;
  return { asks, targetId, runId, requestId, body: Buffer.from(json), headers, readOnly, retry };
}

function runIdOf(trace: unknown): string | undefined {
  if (typeof trace !== 'object' || trace === null || !Object.hasOwn(trace, 'runId')) return undefined;
  const runId: unknown = Reflect.get(trace, 'runId');
  return typeof runId === 'string' ? runId : undefined;
}

/** Stringified part by part, so that a problem is found in the part that has it. */
function toJson(name: string, value: unknown): string {
  let json: string | undefined;
  try {
    json = JSON.stringify(value);
  } catch {
    json = undefined;
  }
  if (json === undefined)
    throw new PackUsageError('cannot send this call', [findUnserialisable(name, value)]);
  return json;
}
