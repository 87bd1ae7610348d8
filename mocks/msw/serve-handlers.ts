/**
 * msw handlers behind a real socket, because msw does not see undici's connections: a server on loopback turns each
 * request into the `Request` that handlers expect, asks them in order, and writes their answer. Nothing is passed
 * on: whatever no handler answers ends here, and is reported.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { PackUsageError } from '../../src/errors.js';
import { openListener } from '../service/listener.js';
import { loadMsw, type Msw, type RequestHandler } from './msw.js';
import { bodyOf, followCaller, isPassthrough, toWebRequest, writeResponse } from './web-messages.js';

/**
 * What `serveHandlers` takes beside the handlers.
 *
 * @example
 * ```ts
 * const options: ServeHandlersOptions = { onUnhandled: 'answer' };
 * await using served = await serveHandlers(packHandlers('http://pack.test', { index: sampleIndex }), options);
 * ```
 */
export interface ServeHandlersOptions {
  /**
   * What a request that no handler answers comes to beside its 404. `fail`: `close()` rejects, naming it, so that
   * the test fails. `answer`: nothing more. Default `fail`.
   */
  readonly onUnhandled?: 'fail' | 'answer' | undefined;
}

/** Handlers that `serveHandlers` put behind a port; disposing of it closes it. */
export interface ServedHandlers extends AsyncDisposable {
  /** `http://127.0.0.1:port`, without a slash at the end. */
  readonly url: string;
  /** Requests that no handler answered: `POST /v1/invoke`, one entry each. Live. */
  readonly unhandled: readonly string[];
  /**
   * Ends every connection (a handler's `request.signal` aborts) and leaves no port open. Safe to repeat.
   *
   * @throws Error (as a rejection, once all is closed) that names each request no handler answered.
   */
  close(): Promise<void>;
}

/**
 * Serves msw handlers on a port of its own. A handler for a relative path or for any host (a path that begins with
 * `*`) sees requests at `url`; one for an absolute address sees them as if they had been sent to that address: what
 * counts is their path. `HttpResponse.error()` resets the connection; an error that a handler throws is answered
 * 500; `passthrough()` counts as unanswered. A caller that goes away aborts `request.signal`.
 *
 * @example
 * ```ts
 * const handlers = packHandlers('http://pack.test', { index: sampleIndex, tools: sampleTools, token: 'secret' });
 * const lost = http.post('http://pack.test/v1/invoke', () => HttpResponse.error(), { once: true });
 * await using served = await serveHandlers([lost, ...handlers]);
 * await using client = createPackClient({ url: served.url, token: 'secret' });
 * ```
 *
 * @throws PackUsageError for what is no list of msw handlers; `Error` when msw is not installed.
 */
export async function serveHandlers(
  handlers: readonly RequestHandler[],
  options: ServeHandlersOptions = {},
): Promise<ServedHandlers> {
  const { onUnhandled = 'fail' } = options;
  if (onUnhandled !== 'fail' && onUnhandled !== 'answer')
    refuse('onUnhandled', "expected 'fail' or 'answer'");
  const asked = checkedHandlers(handlers);
  const msw = loadMsw('serveHandlers');
  const unhandled: string[] = [];

  const server = createServer((incoming, response) => {
    answer(incoming, response, {
      ask: (init, path) => ask(msw, asked, { init, path, own: url }),
      unhandled: (request) => unhandled.push(request),
    }).catch(() => {
      // Only a bug here leads to this; a caller must not hang because of it.
      response.destroy();
    });
  });
  const listener = await openListener(server, '127.0.0.1', 0);
  const url = `http://127.0.0.1:${listener.port}`;

  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= listener.close().then(() => {
      if (onUnhandled === 'fail' && unhandled.length > 0) throw unhandledError(unhandled);
    });
    return closing;
  };
  return { url, unhandled, close, [Symbol.asyncDispose]: close };
}

interface Answering {
  ask(init: RequestInit, path: string): Promise<Response | undefined>;
  unhandled(request: string): void;
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  { ask, unhandled }: Answering,
): Promise<void> {
  const gone = followCaller(incoming, response);
  const body = await bodyOf(incoming);
  if (body === undefined) return;
  const found = await ask({ ...toWebRequest(incoming, body), signal: gone }, incoming.url ?? '/');
  if (found !== undefined && !isPassthrough(found)) return writeResponse(response, found, gone);
  const request = `${incoming.method} ${incoming.url}`;
  unhandled(request);
  await writeResponse(response, Response.json({ error: `no handler for ${request}` }, { status: 404 }), gone);
}

interface Question {
  readonly init: RequestInit;
  /** With the query. */
  readonly path: string;
  /** The address that is served. */
  readonly own: string;
}

/** The first handler's answer, each asked with a request of its own, at the address it is for. */
async function ask(
  { getResponse }: Msw,
  handlers: readonly RequestHandler[],
  { init, path, own }: Question,
): Promise<Response | undefined> {
  try {
    for (const handler of handlers) {
      const request = new Request(`${originOf(handler) ?? own}${path}`, init);
      const response = await getResponse([handler], request, { baseUrl: own });
      if (response !== undefined) return response;
    }
    return undefined;
  } catch (thrown) {
    const { name, message } = thrown instanceof Error ? thrown : { name: 'Error', message: String(thrown) };
    return Response.json({ name, message }, { status: 500 });
  }
}

/** `http://pack.test` of a handler for an absolute address. */
function originOf({ info }: { readonly info: object }): string | undefined {
  const path = 'path' in info ? info.path : undefined;
  const [origin] =
    typeof path === 'string' ? (/^https?:\/\/[^/]+/.exec(path.replaceAll('\\', '')) ?? []) : [];
  return origin !== undefined && URL.canParse(origin) ? origin : undefined;
}

function unhandledError(requests: readonly string[]): Error {
  const what = requests.length === 1 ? 'A request' : `${requests.length} requests`;
  return new Error(`${what} found no handler: ${requests.join(', ')}`);
}

function checkedHandlers(handlers: readonly RequestHandler[]): readonly RequestHandler[] {
  if (!Array.isArray(handlers)) return refuse('handlers', 'expected an array of msw request handlers');
  for (const [at, handler] of handlers.entries()) {
    const isHandler =
      typeof handler === 'object' && handler !== null && 'run' in handler && 'info' in handler;
    if (!isHandler) refuse(`handlers[${at}]`, 'expected an msw request handler');
  }
  return handlers;
}

function refuse(path: string, message: string): never {
  throw new PackUsageError('cannot serve handlers', [{ path, message }]);
}
