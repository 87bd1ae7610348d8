/** Answers as bytes, and the scripts that every test of a raw service needs. */
import type { Script } from './raw-service.js';

/** Name and value; several values are several header lines. */
export type AnswerHeaders = Readonly<Record<string, string | number | readonly string[]>>;

/** The head of an answer, blank line included. The reason phrase is never the usual one. */
export function head(status: number, headers: AnswerHeaders = {}): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each) => `${name}: ${each}\r\n`),
  );
  return `HTTP/1.1 ${status} Status\r\n${lines.join('')}\r\n`;
}

/** A whole answer with its length. */
export function answer(status: number, body: string | Uint8Array = '', headers: AnswerHeaders = {}): Buffer {
  const bytes = Buffer.from(body);
  const length = status === 204 || status === 304 ? {} : { 'content-length': bytes.byteLength };
  return Buffer.concat([
    Buffer.from(head(status, { 'content-type': 'application/json', ...length, ...headers })),
    bytes,
  ]);
}

/** A whole 200 with a message in it. */
export function message(fields: Readonly<Record<string, unknown>>, headers: AnswerHeaders = {}): Buffer {
  return answer(200, JSON.stringify({ v: 2, ...fields }), headers);
}

export const goodAnswer = message({ kind: 'result', output: 'done' });

/** What `/v1/info` answers for a pack of nothing. */
export const infoAnswer = message({
  protocol: 2,
  packId: 'p',
  packVersion: '1',
  artifactVersion: 'b',
  tools: [],
  checks: [],
});

/** A whole 503 of a pack service. */
export function unavailable(
  error: string,
  retryAfter: string | readonly string[] = '0',
  more: object = {},
): Buffer {
  return answer(503, JSON.stringify({ error, ...more }), { 'retry-after': retryAfter });
}

/** Answers each request with the same bytes. */
export function answers(bytes: string | Uint8Array): Script {
  return (wire) => wire.send(bytes);
}

/** The first request gets the first script, and so on; the last one serves all that follow. */
export function inTurn(...scripts: readonly Script[]): Script {
  return (wire, request) => scripts[Math.min(request.number, scripts.length) - 1]?.(wire, request);
}

/** Reads the request and says nothing. */
export const silence: Script = () => undefined;
export const good = answers(goodAnswer);
