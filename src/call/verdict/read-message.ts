/**
 * Reads the body of a 200 answer as a message of the kind that was asked for. Whatever is not one becomes
 * `invalid-response` with a sentence on what was wrong; nothing of the body gets into that sentence.
 */
import { isUtf8 } from 'node:buffer';
import { isObject, ownField } from '../../own-fields.js';
import {
  isCheckResultMessage,
  isErrorMessage,
  isPackInfo,
  isToolResultMessage,
} from '../../protocol/checks.js';
import { isPackErrorCode, meaningOfCode } from '../../protocol/codes.js';
import { ownHeader, singleHeader } from '../../protocol/headers.js';
import { type ErrorMessage, protocolVersion } from '../../protocol/messages.js';
import type { Headers, Reply } from '../../transport/wire.js';
import { failure } from './failure.js';
import type { OutcomeBody, Verdict } from './verdict.js';

export function readMessage(reply: Reply, asks: 'result' | 'check-result' | 'info'): Verdict {
  if (isEncoded(reply.headers)) return invalid('is encoded, which was not asked for');
  const { body } = reply;
  if (!isUtf8(body)) return invalid('is not UTF-8');
  let message: unknown;
  try {
    message = JSON.parse(withoutBom(body.toString()));
  } catch {
    return invalid(body.byteLength === 0 ? 'is empty' : 'is not JSON');
  }
  if (asks === 'info') {
    if (!isPackInfo(message)) return invalid('is not what /v1/info answers');
    return ran('info', { kind: 'info', info: message });
  }
  if (asks === 'result' && isToolResultMessage(message)) {
    return ran('result', { kind: 'result', output: message.output });
  }
  if (asks === 'check-result' && isCheckResultMessage(message)) {
    return ran('check-result', { kind: 'check-result', result: message.result });
  }
  return isErrorMessage(message) ? readError(message) : invalid(whyNoMessage(message));
}

function ran(name: string, body: OutcomeBody): Verdict {
  return { body, name, execution: 'ran', mayStillRun: false, ground: 'no' };
}

function readError({ code, message, toolId, checkId, cause, issues }: ErrorMessage): Verdict {
  const { execution, mayStillRun, elsewhere } = meaningOfCode(code);
  return {
    body: {
      kind: 'error',
      code,
      message,
      ...(toolId === undefined ? {} : { toolId }),
      ...(checkId === undefined ? {} : { checkId }),
      ...(cause === undefined ? {} : { cause }),
      ...(issues === undefined ? {} : { issues }),
    },
    name: isPackErrorCode(code) ? code : 'error',
    execution,
    mayStillRun,
    ground: elsewhere ? 'elsewhere' : 'no',
  };
}

/** Chunks are how a body travels; anything else that was done to it is an encoding. */
function isEncoded(headers: Headers): boolean {
  const content = ownHeader(headers, 'content-encoding');
  const transfer = ownHeader(headers, 'transfer-encoding');
  if (content !== undefined && !isOneOf(content, '', 'identity')) return true;
  return transfer !== undefined && !isOneOf(transfer, 'chunked', 'identity');
}

/** Given once, and one of these. */
function isOneOf(value: string | readonly string[], ...allowed: readonly string[]): boolean {
  const single = singleHeader(value);
  return single !== undefined && allowed.includes(single.toLowerCase());
}

function invalid(what: string): Verdict {
  const message = `the answer ${what}`;
  return failure('invalid-response', message, { status: 200, execution: 'may-have-run', ground: 'unknown' });
}

/** A message's kind, for people: which check it fails. Reads own properties only. */
function whyNoMessage(value: unknown): string {
  if (!isObject(value)) return 'is not a message';
  if (ownField(value, 'v') !== protocolVersion) return 'is not of message version 2';
  const kinds: readonly unknown[] = ['result', 'check-result', 'error'];
  return kinds.includes(ownField(value, 'kind'))
    ? 'is a message of another kind, or lacks fields'
    : 'is not a message';
}

function withoutBom(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
