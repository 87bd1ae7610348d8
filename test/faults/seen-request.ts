/** Reads one HTTP/1.1 request with a content length, which is all that the client sends, out of bytes. */

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Head and body as they came, in Latin-1. */
  readonly raw: string;
  /** Which connection brought it, counted from 1. */
  readonly connection: number;
  /** Which request of the service it is, counted from 1. */
  readonly number: number;
  /** When it was read whole, on the monotonic clock. */
  readonly atMs: number;
}

export interface ParsedRequest {
  readonly request: Omit<SeenRequest, 'connection' | 'number' | 'atMs'>;
  /** How many bytes it took. */
  readonly bytes: number;
}

/** The request at the start of `bytes`; `undefined` while it is not whole. */
export function parseRequest(bytes: Buffer): ParsedRequest | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const [line = '', ...fields] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n');
  const headers: Record<string, string> = {};
  for (const field of fields) {
    const colon = field.indexOf(':');
    headers[field.slice(0, colon).toLowerCase()] = field.slice(colon + 1).trim();
  }
  const bodyStart = headEnd + 4;
  const bodyEnd = bodyStart + Number(headers['content-length'] ?? 0);
  if (bytes.byteLength < bodyEnd) return undefined;
  const [method = '', path = ''] = line.split(' ');
  const body = bytes.subarray(bodyStart, bodyEnd).toString();
  const raw = bytes.subarray(0, bodyEnd).toString('latin1');
  return { request: { method, path, headers, body, raw }, bytes: bodyEnd };
}
