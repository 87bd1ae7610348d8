/** Requests as no client of ours sends them, over `node:http`: one connection each, nothing added. */
import { request } from 'node:http';
import type { ContractService } from './target.js';

export interface RawRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body as JSON; its text where it is none. */
  readonly body: unknown;
}

/** The headers without which a call is refused. */
export function callHeaders({ token }: ContractService): Record<string, string> {
  return { 'content-type': 'application/json', 'kindgi-pack-token': token };
}

export function sendRaw(url: string, raw: RawRequest): Promise<RawAnswer> {
  const { method = 'POST', path = '/v1/invoke', headers = {}, body = '' } = raw;
  const length = method === 'POST' ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  return new Promise((resolve, reject) => {
    const sending = request(url + path, { method, headers: { ...length, ...headers }, agent: false });
    sending.on('error', reject);
    sending.on('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('error', reject);
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: parsed(text) });
      });
    });
    sending.end(body);
  });
}

/** A field of an answer's body, if the body is an object. */
export function fieldOf({ body }: RawAnswer, name: string): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
