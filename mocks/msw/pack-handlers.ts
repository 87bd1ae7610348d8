/**
 * A mocked pack as msw handlers: the protocol core behind msw's requests instead of a socket. It answers every path
 * under its address, unknown routes included, as a service does. For code that calls through built-in fetch or
 * `node:http`; msw does not see undici's own connections, so a pack client is put before `serveHandlers`.
 */
import { PackUsageError } from '../../src/errors.js';
import { type CallLog, createCallLog } from '../service/call-log.js';
import { openCall } from '../service/call-record.js';
import { type GateControls, gateControls } from '../service/gate-controls.js';
import type { PackOptions } from '../service/options.js';
import {
  type Body,
  createPackCore,
  type PackCore,
  type PackRequest,
  type Reply,
} from '../service/pack-core.js';
import { resolvePackOptions } from '../service/resolve-options.js';
import { type HttpHandler, loadMsw } from './msw.js';

/** A mocked pack's handlers, with what a test may see and change of it. */
export interface PackHandlers extends GateControls, CallLog {
  /** To be given to `setupServer`, `server.use` or `serveHandlers`. */
  readonly handlers: HttpHandler[];
}

/**
 * The same answers as `startPackService` gives, as msw handlers for one address. A handler that a test puts before
 * them (`server.use`) comes first.
 *
 * @example
 * ```ts
 * const pack = { index: sampleIndex, tools: sampleTools, token: 'secret' };
 * const server = setupServer(...packHandlers('http://pack.test', pack));
 * server.listen({ onUnhandledRequest: 'error' });
 * ```
 *
 * @param url where the code under test expects the pack service; a path prefix is kept, and nothing is opened.
 * @throws PackUsageError naming each option that is wrong; `Error` when msw is not installed.
 */
export function packHandlers(url: string | URL, options: PackOptions): HttpHandler[] {
  return createPackHandlers(url, options).handlers;
}

/**
 * `packHandlers` for a test that also looks at the calls, or drains the pack. Throws as that does.
 *
 * @example
 * ```ts
 * const pack = createPackHandlers('http://pack.test', { index: sampleIndex, tools: sampleTools });
 * await using served = await serveHandlers(pack.handlers);
 * await pack.drain();
 * ```
 */
export function createPackHandlers(url: string | URL, options: PackOptions): PackHandlers {
  const base = parseBase(url);
  const resolved = resolvePackOptions(options);
  const core = createPackCore(resolved);
  const { log, note } = createCallLog();
  const { http } = loadMsw('packHandlers');
  const answer = async ({ request }: { readonly request: Request }): Promise<Response> => {
    const path = new URL(request.url).pathname.slice(base.pathname.length);
    const headers = Object.fromEntries(request.headers);
    const record = openCall(headers);
    note(path, record);
    const response = await answerFrom(core, {
      method: request.method,
      path,
      headers,
      record,
      gone: request.signal,
      readBody: (maxBytes) => readBody(request, maxBytes),
    });
    if (response.type !== 'error') record.status = response.status;
    return response;
  };
  const handlers = [http.all(`${base.pattern}/*`, answer)];
  return { handlers, ...log, ...gateControls(core.gate, resolved.drainMs) };
}

async function answerFrom(core: PackCore, request: PackRequest): Promise<Response> {
  let response = Response.error();
  await core.answer(request, (reply) => {
    response = toResponse(reply);
  });
  return response;
}

async function readBody(request: Request, maxBytes: number): Promise<Body> {
  try {
    const bytes = new Uint8Array(await request.arrayBuffer());
    return bytes.byteLength > maxBytes ? 'too-large' : bytes;
  } catch {
    return 'gone';
  }
}

function toResponse({ status, headers, body }: Reply): Response {
  const lines = new Headers({ 'content-length': String(Buffer.byteLength(body)) });
  for (const [name, value] of Object.entries(headers)) {
    for (const line of typeof value === 'string' ? [value] : value) lines.append(name, line);
  }
  return new Response(body, { status, headers: lines });
}

interface Base {
  /** As msw reads it, without a slash at the end. */
  readonly pattern: string;
  readonly pathname: string;
}

// In a longer path msw would read some of these as a pattern.
const plainPath = /^[\w/.~!$&',;=@%-]*$/;

function parseBase(value: string | URL): Base {
  const expected = 'expected an http: or https: address with a plain path, and nothing after it';
  const refuse = () => new PackUsageError('bad pack handlers', [{ path: 'url', message: expected }]);
  if (!URL.canParse(String(value))) throw refuse();
  const { protocol, origin, pathname, search, hash, username, password } = new URL(value);
  const rest = search + hash + username + password;
  if (!/^https?:$/.test(protocol) || rest !== '' || !plainPath.test(pathname)) throw refuse();
  const prefix = pathname.replace(/\/+$/, '');
  // The colons of an IPv6 address would name parameters of the pattern.
  const host = origin.replace(/\[.*\]/, (address) => address.replaceAll(':', '\\:'));
  return { pattern: host + prefix, pathname: prefix };
}
