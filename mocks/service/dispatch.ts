/**
 * From a whole request body to the message that answers it: parse, run under the call's deadline, and stop
 * waiting when the deadline passes or the caller goes away. What still runs then is told by its signal and left
 * to itself; the answer does not wait for it.
 */
import { systemEnvironment } from '../../src/call/environment.js';
import { headerNames } from '../../src/protocol/headers.js';
import type { ErrorMessage, RequestMessage, ResponseMessage } from '../../src/protocol/messages.js';
import type { OpenCall } from './call-record.js';
import { packError } from './pack-error.js';
import { parseJson, parseRequest } from './parse-request.js';
import { runCheck } from './run-check.js';
import type { Run } from './run-handler.js';
import { runTool } from './run-tool.js';
import type { ServedPack } from './served-pack.js';

const defaultTimeoutMs = 120_000;

export interface Waiting {
  readonly headers: Readonly<Record<string, string>>;
  /** Aborts when the caller is gone. */
  readonly gone: AbortSignal;
  readonly record: OpenCall;
}

export async function dispatch(
  body: Uint8Array,
  pack: ServedPack,
  waiting: Waiting,
): Promise<ResponseMessage> {
  const { record } = waiting;
  const value = parseJson(body);
  if (value !== undefined) record.message = value;
  const message = parseRequest(value);
  const response = message.kind === 'error' ? message : await runUntilEnded(message, pack, waiting);
  record.outcome = response.kind === 'error' ? response.code : response.kind;
  return response;
}

type Ending = 'deadline-exceeded' | 'cancelled';

async function runUntilEnded(
  message: RequestMessage,
  pack: ServedPack,
  { headers, gone, record }: Waiting,
): Promise<ResponseMessage> {
  if (gone.aborted) return endedMessage('cancelled', message);
  const controller = new AbortController();
  const { promise: ended, resolve } = promiseWithResolve<Ending>();
  const end = (ending: Ending): void => {
    controller.abort(ending);
    resolve(ending);
  };
  const onGone = (): void => end('cancelled');
  const timeoutMs = parseTimeoutMs(headers[headerNames.timeoutMs]);
  const stopTimer = systemEnvironment.startTimer(() => end('deadline-exceeded'), timeoutMs);
  gone.addEventListener('abort', onGone, { once: true });
  try {
    const first = await Promise.race([
      run(message, pack, { signal: controller.signal, headers, record }),
      ended,
    ]);
    return typeof first === 'string' ? endedMessage(first, message) : first;
  } finally {
    stopTimer();
    gone.removeEventListener('abort', onGone);
  }
}

function run(message: RequestMessage, pack: ServedPack, call: Run): Promise<ResponseMessage> {
  return message.kind === 'invoke' ? runTool(message, pack, call) : runCheck(message, pack, call);
}

function endedMessage(ending: Ending, message: RequestMessage): ErrorMessage {
  const isTool = message.kind === 'invoke';
  const id = isTool ? message.tool.id : message.check.id;
  const text = ending === 'cancelled' ? `the caller of ${id} is gone` : `${id} ran out of time`;
  return packError(ending, text, isTool ? { toolId: id } : { checkId: id });
}

/** Milliseconds; whatever is not a whole number of at least 1 silently means the default, as in real services. */
function parseTimeoutMs(header: string | undefined): number {
  const text = header?.trim() ?? '';
  const timeoutMs = /^\d+$/.test(text) ? Number(text) : 0;
  return timeoutMs >= 1 ? timeoutMs : defaultTimeoutMs;
}

function promiseWithResolve<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
