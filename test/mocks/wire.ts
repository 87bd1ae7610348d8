/**
 * The embedded pack service seen through plain `node:http`, one fresh connection a request unless an agent is
 * given, so that these tests depend on no client of ours.
 */
import { type Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { RunningPackService } from '../../mocks/index.js';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON, `undefined` when it is none. */
  readonly json: unknown;
}

export interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly agent?: Agent;
  readonly signal?: AbortSignal;
}

type Where = Pick<RunningPackService, 'url' | 'token'>;

/** Sends one request; rejects with the socket's error, or when the answer breaks off. */
export function send(
  service: Where,
  { method = 'POST', path = '/v1/invoke', headers = {}, body, agent, signal }: Sent = {},
): Promise<Answer> {
  const all = { 'content-type': 'application/json', 'kindgi-pack-token': service.token, ...headers };
  return new Promise((resolve, reject) => {
    const options = { method, headers: all, agent: agent ?? false, ...(signal && { signal }) };
    const outgoing = request(new URL(path, service.url), options, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (chunk: string) => {
        text += chunk;
      });
      incoming.on('error', reject);
      incoming.on('end', () => {
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, json: parse(text) });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

export function get(service: Where, path: string, headers: Sent['headers'] = {}): Promise<Answer> {
  return send(service, { method: 'GET', path, headers });
}

/** Calls a tool; in another way than usual, `send` with an `invokeBody` does. */
export function call(service: Where, tool: string | object, input: unknown): Promise<Answer> {
  return send(service, { body: invokeBody(tool, input) });
}

/** Runs a check. */
export function check(
  service: Where,
  id: string,
  given: { readonly config: unknown; readonly trace?: unknown },
): Promise<Answer> {
  const message = { v: 2, kind: 'check-invoke', check: { id }, trace: {}, ...given };
  return send(service, { body: JSON.stringify(message) });
}

export function invokeBody(tool: string | object, input: unknown): string {
  const ref = typeof tool === 'string' ? { id: tool } : tool;
  const ctx = { tenantId: 'tenant-1', runId: 'run-1' };
  return JSON.stringify({ v: 2, kind: 'invoke', tool: ref, input, ctx });
}

/** The error code of a socket's error: `ECONNRESET`, `ECONNREFUSED`. */
export async function failureCode(sending: Promise<unknown>): Promise<string> {
  try {
    await sending;
    return 'no failure';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
