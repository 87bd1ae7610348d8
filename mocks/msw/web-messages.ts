/**
 * Between a server's socket and the `Request` and `Response` of the web: what arrives becomes the parts of a
 * request, and a response is written out as it comes, or the connection ends as it says.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Aborts when the caller is gone before its answer is out. */
export function followCaller(incoming: IncomingMessage, response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  // Without a listener an error of a socket that was reset would end the process.
  incoming.on('error', () => {});
  response.on('error', () => {});
  return gone.signal;
}

/** The whole body, or `undefined` when the caller went away before its end. */
export async function bodyOf(incoming: IncomingMessage): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of incoming) chunks.push(chunk);
    return Buffer.concat(chunks);
  } catch {
    return undefined;
  }
}

/** Method, headers and body, as `new Request` takes them. */
export function toWebRequest(
  { method = 'GET', rawHeaders }: IncomingMessage,
  body: Buffer<ArrayBuffer>,
): RequestInit {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  }
  const bodiless = method === 'GET' || method === 'HEAD';
  return bodiless ? { method, headers } : { method, headers, body };
}

/** Did a handler say that the request is to be sent on? */
export function isPassthrough({ status, headers }: Response): boolean {
  return status === 302 && headers.get('x-msw-intention') === 'passthrough';
}

/**
 * Writes a response, chunk by chunk. A network error resets the connection; a body that fails, or is not as long as
 * its `content-length` says, ends it.
 */
export async function writeResponse(to: ServerResponse, from: Response, gone: AbortSignal): Promise<void> {
  if (gone.aborted) return;
  if (from.type === 'error') {
    to.socket?.resetAndDestroy();
    return;
  }
  const cookies = from.headers.getSetCookie();
  for (const [name, value] of from.headers) if (name !== 'set-cookie') to.setHeader(name, value);
  if (cookies.length > 0) to.setHeader('set-cookie', cookies);
  to.writeHead(from.status, from.statusText === '' ? undefined : from.statusText);
  to.flushHeaders();
  try {
    const bytes = from.body === null ? 0 : await pour(from.body, to, gone);
    const declared = from.headers.get('content-length');
    const isShort = to.req.method !== 'HEAD' && declared !== null && Number(declared) !== bytes;
    if (isShort) to.destroy();
    else to.end();
  } catch {
    to.destroy();
  }
}

/** Sends a body as it comes; how many bytes it had. Stops reading when the caller is gone. */
async function pour(
  body: NonNullable<Response['body']>,
  to: ServerResponse,
  gone: AbortSignal,
): Promise<number> {
  const reader = body.getReader();
  const stop = (): void => void reader.cancel().catch(() => {});
  gone.addEventListener('abort', stop, { once: true });
  let bytes = 0;
  try {
    for (let next = await reader.read(); !next.done && !gone.aborted; next = await reader.read()) {
      bytes += next.value.byteLength;
      if (!to.write(next.value)) await drained(to);
    }
    return bytes;
  } finally {
    gone.removeEventListener('abort', stop);
  }
}

function drained(to: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      to.off('drain', go);
      to.off('close', go);
      resolve();
    };
    to.once('drain', go);
    to.once('close', go);
  });
}
