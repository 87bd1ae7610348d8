/**
 * Reads what a person points at, up to a limit: a file or a pipe may never end, and must not eat the machine's
 * memory. What is said to the person is the caller's affair.
 */
import type { Readable } from 'node:stream';

/** All bytes of a stream, or `undefined` once there are more than `maxBytes`; the stream is then closed. */
export async function readBytes(input: Readable, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    const part = Buffer.from(chunk);
    bytes += part.byteLength;
    if (bytes > maxBytes) return undefined;
    chunks.push(part);
  }
  return Buffer.concat(chunks);
}

/** Why a file could not be read, in a few words. */
export function unreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a directory';
  return code === 'EACCES' ? 'permission denied' : code;
}
