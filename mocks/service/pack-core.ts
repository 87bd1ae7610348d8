/**
 * The pack protocol as a function: a request in, a reply out, whatever carries them. Refusals come in the order
 * of real services: route, method, token, readiness, cap, content type, size, then the message. It knows no
 * socket; the carrier reads bodies and says when a caller is gone.
 */
import { performance } from 'node:perf_hooks';
import { headerNames } from '../../src/protocol/headers.js';
import type { OpenCall } from './call-record.js';
import { dispatch } from './dispatch.js';
import { createGate, type Gate, type Unavailable } from './gate.js';
import { missingEnvOf, type ResolvedPackOptions } from './resolve-options.js';
import { createServedPack } from './served-pack.js';

/** A whole body, or why there is none. */
export type Body = Uint8Array | 'too-large' | 'gone';

export interface PackRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** By lower-case name; a repeated header as one text. */
  readonly headers: Readonly<Record<string, string>>;
  /** Reads to the end and keeps at most `maxBytes`; who asks again gets the same body. */
  readBody(maxBytes: number): Promise<Body>;
  /** Aborts when the caller is gone. */
  readonly gone: AbortSignal;
  /** Where a call to `/v1/invoke` is noted. */
  readonly record: OpenCall;
  /** Asked once the token is known to be right: a 503 to answer in place of going on. */
  refusal?(): Reply | undefined;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
}

/** Hands the reply on; the call keeps its slot until that is done. */
type Send = (reply: Reply) => void | Promise<void>;

export interface PackCore {
  /** Answers with exactly one `send`, or with none if the caller went away while its body was read. */
  answer(request: PackRequest, send: Send): Promise<void>;
  readonly gate: Gate;
}

interface Route {
  readonly method: 'GET' | 'POST';
  readonly needsToken: boolean;
}

export const invokePath = '/v1/invoke';

const routes: ReadonlyMap<string, Route> = new Map<string, Route>([
  [invokePath, { method: 'POST', needsToken: true }],
  ['/v1/info', { method: 'GET', needsToken: true }],
  ['/healthz', { method: 'GET', needsToken: false }],
  ['/readyz', { method: 'GET', needsToken: false }],
]);

export function createPackCore(options: ResolvedPackOptions): PackCore {
  const { index, token, envCheck, ready, maxConcurrency, maxRequestBytes } = options;
  const pack = createServedPack(index, options.tools, options.checks);
  const missingEnv = missingEnvOf(index, options.env);
  const gate = createGate({ ready, maxConcurrency, missingEnv: envCheck === 'strict' ? missingEnv : [] });

  async function answer(request: PackRequest, send: Send): Promise<void> {
    const route = routes.get(request.path);
    if (route === undefined) return send(refusal(404, 'unknown route'));
    if (request.method !== route.method) return send(refusal(405, `this route takes ${route.method}`));
    if (route.needsToken && request.headers[headerNames.token] !== token) {
      return send(refusal(401, 'the pack token is missing or wrong'));
    }
    const forced = request.refusal?.();
    if (forced !== undefined) return send(forced);
    if (request.path === invokePath) return invoke(request, send);
    return send(answerProbe(request.path));
  }

  function answerProbe(path: string): Reply {
    if (path === '/healthz') return jsonReply(200, { status: 'ok' });
    if (path === '/v1/info') return jsonReply(200, pack.info(missingEnv));
    const unready = gate.unready();
    return unready === undefined ? jsonReply(200, { status: 'ready' }) : unavailable(unready);
  }

  async function invoke(request: PackRequest, send: Send): Promise<void> {
    const unready = gate.unready();
    if (unready !== undefined) return send(unavailable(unready));
    const leave = gate.enter();
    if (leave === undefined) return send(unavailable({ error: 'overloaded' }));
    try {
      await takeCall(request, send);
    } finally {
      leave();
    }
  }

  async function takeCall(request: PackRequest, send: Send): Promise<void> {
    const startedMs = performance.now();
    if (!(request.headers['content-type'] ?? '').includes('application/json')) {
      return send(refusal(415, 'the content type must be application/json'));
    }
    const body = await request.readBody(maxRequestBytes);
    if (body === 'gone') {
      request.record.outcome = 'cancelled';
      return;
    }
    if (body === 'too-large') return send(refusal(413, `a body holds at most ${maxRequestBytes} bytes`));
    const message = await dispatch(body, pack, request);
    const durationMs = Math.trunc(performance.now() - startedMs);
    await send(
      jsonReply(200, message, {
        [headerNames.durationMs]: String(durationMs),
        [headerNames.artifactVersion]: index.artifactVersion,
      }),
    );
  }

  return { answer, gate };
}

export function jsonReply(status: number, body: unknown, headers: Reply['headers'] = {}): Reply {
  const type = { 'content-type': 'application/json; charset=utf-8' };
  return { status, headers: { ...type, ...headers }, body: JSON.stringify(body) };
}

/** A 503 that promises the call did not run. */
export function unavailable(body: Unavailable, headers: Reply['headers'] = { 'retry-after': '1' }): Reply {
  return jsonReply(503, body, headers);
}

function refusal(status: number, error: string): Reply {
  return jsonReply(status, { error });
}
