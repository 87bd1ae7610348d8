/**
 * What a scripted service does with a request, and what that is on the wire: the same faults by the same names as
 * those of the embedded service, as far as they can be without a socket. It waits for nothing and keeps nothing.
 */
import { PackUsageError } from '../../src/errors.js';
import { isObject } from '../../src/own-fields.js';
import type { PackErrorCode } from '../../src/protocol/codes.js';
import { type CheckResult, protocolVersion } from '../../src/protocol/messages.js';
import type { WireEnd, Reply as WireReply, WireStage } from '../../src/transport/wire.js';
import type { Fault, FaultOptions } from '../faults/fault-options.js';
import { assertFault } from '../faults/fault-schema.js';
import { faultReply } from '../faults/faults.js';
import { jsonReply, type Reply } from '../service/pack-core.js';

/** The faults that need no socket: all but `slow-body`, whose place `afterMs` takes. */
export type ScriptedFault = Exclude<Fault, 'slow-body'>;

/** What every answer in a script may carry. */
export interface ScriptedExtra {
  /** Milliseconds of the clock until it comes. Default 0. */
  readonly afterMs?: number | undefined;
  /** Headers of the answer, for instance `kindgi-artifact-version`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * One step of a script: a fault by name, or an answer.
 *
 * - `{ output }`: a tool's result; `{ verdict }`: a check's.
 * - `{ error }`: a pack error of that code, for instance `{ error: 'handler-throw' }`.
 * - `{ status, body }`: an answer as it stands; a body that is no text is sent as JSON.
 * - `{ fault }`: a fault with its options, for instance `{ fault: 'overloaded', retryAfter: 3 }`.
 *
 * @example
 * ```ts
 * const script: ScriptedReply[] = ['refuse', { fault: 'draining', retryAfter: 1 }, { output: 42, afterMs: 500 }];
 * ```
 */
export type ScriptedReply =
  | ScriptedFault
  | (ScriptedExtra & { readonly output: unknown })
  | (ScriptedExtra & { readonly verdict: CheckResult })
  | (ScriptedExtra & { readonly error: PackErrorCode | (string & {}); readonly message?: string | undefined })
  | (ScriptedExtra & { readonly status: number; readonly body?: unknown })
  | (ScriptedExtra & { readonly fault: ScriptedFault } & Pick<
        FaultOptions,
        'status' | 'retryAfter' | 'body' | 'missingEnv'
      >);

/** What becomes of one exchange: how it ends, and how far it had come if it is given up before. */
export interface Scripted {
  /** `undefined`: it never ends by itself. */
  readonly end: WireEnd | undefined;
  readonly stage: 'connecting' | 'sent';
  readonly afterMs: number;
}

/**
 * @param message the request's, which `wrong-kind` answers with another kind.
 * @throws PackUsageError for a step that is none.
 */
export function playStep(step: ScriptedReply, message: unknown): Scripted {
  if (typeof step === 'string') return playFault(step, {}, message);
  const { afterMs = 0, headers = {} } = isObject(step) ? step : badStep();
  if (typeof afterMs !== 'number' || !(afterMs >= 0)) badStep('afterMs', 'expected milliseconds, at least 0');
  if ('fault' in step) {
    const { fault, afterMs: _, ...options } = step;
    return { ...playFault(fault, options, message), afterMs };
  }
  const reply = answerOf(step);
  return { end: wireReply({ ...reply, headers: { ...reply.headers, ...headers } }), stage: 'sent', afterMs };
}

type Answer = Exclude<ScriptedReply, string | { readonly fault: unknown }>;

function answerOf(step: Answer): Reply {
  if ('output' in step) return message({ kind: 'result', output: step.output ?? null });
  if ('verdict' in step) return message({ kind: 'check-result', result: step.verdict });
  if ('error' in step) {
    return message({ kind: 'error', code: step.error, message: step.message ?? `scripted ${step.error}` });
  }
  if (!('status' in step)) return badStep();
  const { status, body = '' } = step;
  return typeof body === 'string' ? { status, headers: {}, body } : jsonReply(status, body);
}

function message(fields: object): Reply {
  return jsonReply(200, { v: protocolVersion, ...fields });
}

function playFault(fault: ScriptedFault, options: FaultOptions, asked: unknown): Scripted {
  assertFault(fault, options);
  const sent = { stage: 'sent', afterMs: 0 } as const;
  switch (fault) {
    case 'refuse':
      return { end: broken('connecting', 'ECONNREFUSED'), stage: 'connecting', afterMs: 0 };
    case 'reset-before-request':
      return { end: broken('connecting', 'ECONNRESET'), stage: 'connecting', afterMs: 0 };
    case 'reset-after-request':
      return { end: broken('sent', 'ECONNRESET'), ...sent };
    case 'close-after-request':
      return { end: broken('sent', 'UND_ERR_SOCKET'), ...sent };
    case 'cut-body':
      return { end: { ...broken('answering', 'UND_ERR_SOCKET'), status: 200 }, ...sent };
    case 'silence':
      return { end: undefined, ...sent };
    case 'huge-body':
      return { end: { ...wireReply(jsonReply(200, null)), body: Buffer.alloc(0), tooLarge: true }, ...sent };
    case 'not-json':
    case 'wrong-kind':
    case 'unexpected-status':
    case 'overloaded':
    case 'draining':
    case 'missing-env':
      return { end: wireReply(faultReply(fault, options, asked)), ...sent };
  }
}

function broken<Stage extends WireStage>(stage: Stage, code: string) {
  return { kind: 'fault', stage, error: { name: 'Error', code, message: `scripted ${code}` } } as const;
}

function wireReply({ status, headers, body }: Reply): WireReply {
  return { kind: 'reply', status, headers, body: Buffer.from(body), whole: true, tooLarge: false };
}

function badStep(
  field = '',
  message = "expected a fault's name, or output, verdict, error, status or fault",
): never {
  throw new PackUsageError('bad script', [{ path: field, message }]);
}
