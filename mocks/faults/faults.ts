/**
 * The faults, one row each: where in a request's life it strikes, which routes it concerns, and what it does
 * there. Which fault strikes when is `fault-queue.ts`; the closed port itself is `service/listener.ts`.
 */
import { isObject } from '../../src/own-fields.js';
import type { PackIndex } from '../../src/pack/pack-index.js';
import { protocolVersion } from '../../src/protocol/messages.js';
import type { Exchange } from '../service/exchange.js';
import type { Unavailable } from '../service/gate.js';
import { invokePath, jsonReply, type Reply, unavailable } from '../service/pack-core.js';
import type { Fault, FaultOptions } from './fault-options.js';

type Play = (exchange: Exchange, options: FaultOptions) => void | Promise<void>;

export type FaultRow =
  /** The port is closed. */
  | { readonly at: 'port' }
  /** A connection was accepted. */
  | { readonly at: 'connection' }
  /** In place of the service's readiness check. */
  | {
      readonly at: 'gate';
      readonly paths: readonly string[];
      readonly refuse: (options: FaultOptions, index: PackIndex) => Reply;
    }
  /** The request was read; nothing runs. */
  | { readonly at: 'request'; readonly paths?: readonly string[]; readonly play: Play }
  /** The call ran; this happens to its reply. */
  | { readonly at: 'reply'; readonly play: (exchange: Exchange, reply: Reply) => void };

const byteEveryMs = 50;

export const faultRows: Readonly<Record<Fault, FaultRow>> = {
  refuse: { at: 'port' },
  'reset-before-request': { at: 'connection' },
  'reset-after-request': { at: 'request', play: ({ incoming }) => void incoming.socket.resetAndDestroy() },
  'close-after-request': { at: 'request', play: ({ incoming }) => void incoming.socket.end() },
  silence: { at: 'request', play: () => {} },
  'cut-body': { at: 'reply', play: cutBody },
  'slow-body': { at: 'reply', play: slowBody },
  'not-json': { at: 'request', play: (exchange, options) => exchange.send(notJson(options)) },
  'wrong-kind': {
    at: 'request',
    paths: [invokePath, '/v1/info'],
    play: (exchange) => exchange.send(wrongKind(exchange.record.message)),
  },
  'unexpected-status': {
    at: 'request',
    play: (exchange, options) => exchange.send(unexpectedStatus(options)),
  },
  overloaded: {
    at: 'gate',
    paths: [invokePath],
    refuse: (options) => refusalOf('overloaded', options),
  },
  draining: {
    at: 'gate',
    paths: [invokePath, '/readyz'],
    refuse: (options) => refusalOf('draining', options),
  },
  'missing-env': {
    at: 'gate',
    paths: [invokePath, '/readyz'],
    refuse: (options, index) => refusalOf('missing-env', options, index),
  },
  'huge-body': { at: 'request', play: hugeBody },
};

/**
 * The whole answer that a fault is, where it is one, for whoever has no socket to play it on.
 *
 * @param asked the message of the request.
 */
export function faultReply(
  fault: 'not-json' | 'wrong-kind' | 'unexpected-status' | Unready,
  options: FaultOptions,
  asked: unknown,
): Reply {
  switch (fault) {
    case 'not-json':
      return notJson(options);
    case 'wrong-kind':
      return wrongKind(asked);
    case 'unexpected-status':
      return unexpectedStatus(options);
    case 'overloaded':
    case 'draining':
    case 'missing-env':
      return refusalOf(fault, options);
  }
}

type Unready = 'overloaded' | 'draining' | 'missing-env';

function refusalOf(fault: Unready, options: FaultOptions, index?: PackIndex): Reply {
  if (fault !== 'missing-env') return refuse({ error: fault }, options);
  const missingEnv = options.missingEnv ?? index?.env?.required ?? [];
  return refuse({ error: 'missing env', missingEnv }, options);
}

function refuse(body: Unavailable, { retryAfter = '1' }: FaultOptions): Reply {
  return unavailable(body, retryAfterHeader(retryAfter));
}

function retryAfterHeader(retryAfter: NonNullable<FaultOptions['retryAfter']>): Reply['headers'] {
  if (retryAfter === false) return {};
  return { 'retry-after': typeof retryAfter === 'number' ? String(retryAfter) : retryAfter };
}

function unexpectedStatus({ status = 502, retryAfter = false, body, headers }: FaultOptions): Reply {
  return {
    status,
    headers: { 'content-type': 'text/plain', ...retryAfterHeader(retryAfter), ...headers },
    body: body ?? 'the connection behind this proxy broke',
  };
}

function notJson({ status = 200, body, headers }: FaultOptions): Reply {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
    body: body ?? '<!doctype html><title>Sign in</title><p>Please sign in.',
  };
}

function wrongKind(message: unknown): Reply {
  const askedTool = isObject(message) && message['kind'] === 'invoke';
  const other = askedTool
    ? { kind: 'check-result', result: { passed: true } }
    : { kind: 'result', output: null };
  return jsonReply(200, { v: protocolVersion, ...other });
}

function cutBody(exchange: Exchange, reply: Reply): void {
  const bytes = Buffer.from(reply.body);
  if (!exchange.sendHead(reply, bytes.length)) return;
  const { response } = exchange;
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}

function slowBody(exchange: Exchange, reply: Reply): void {
  const bytes = Buffer.from(reply.body);
  if (!exchange.sendHead(reply, bytes.length)) return;
  const { response } = exchange;
  response.flushHeaders();
  let sent = 0;
  const timer = setInterval(() => {
    response.write(bytes.subarray(sent, sent + 1));
    sent += 1;
    if (sent < bytes.length) return;
    clearInterval(timer);
    response.end();
  }, byteEveryMs);
  response.once('close', () => clearInterval(timer));
}

function hugeBody(exchange: Exchange): void {
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  if (!exchange.sendHead({ status: 200, headers, body: '' })) return;
  const { response } = exchange;
  const chunk = Buffer.alloc(64 * 1024, 'x');
  const pour = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', pour);
  response.write(`{"v":${protocolVersion},"kind":"result","output":"`);
  pour();
}
