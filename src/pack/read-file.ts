/**
 * Reads what a person points at, up to a limit: a file or a pipe may never end, and must not eat the machine's
 * memory. Pipes and terminals are waited for without a thread: one that waits to open or read them
 * cannot be called back, and would keep the process from ending. What is said to the person is the caller's affair.
 */
import { constants, createReadStream, fstat, open, type Stats } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { isatty, ReadStream } from 'node:tty';
import { promisify } from 'node:util';

const chunkBytes = 1024 * 1024;

interface ReadFileOptions {
  readonly maxBytes: number;
  /** Ends the wait; the rejection is then the system's or the stream's own. */
  readonly signal: AbortSignal | undefined;
}

/**
 * All bytes of a file or pipe, or `undefined` when it holds more than `maxBytes`. Rejects with the system's error,
 * `EISDIR` for a directory among them.
 */
export async function readFile(file: string, options: ReadFileOptions): Promise<Buffer | undefined> {
  const { maxBytes, signal } = options;
  const fd = await promisify(open)(file, constants.O_RDONLY | constants.O_NONBLOCK);
  const stats = await promisify(fstat)(fd);
  const stream = openStream(fd, stats, signal === undefined ? {} : { signal });
  if (stats.isFile() && stats.size > maxBytes) {
    stream.destroy();
    return undefined;
  }
  return readBytes(stream, maxBytes);
}

function openStream(fd: number, stats: Stats, options: { readonly signal?: AbortSignal }): Readable {
  if (stats.isFIFO()) return new Socket({ fd, readable: true, writable: false, ...options });
  if (isatty(fd)) return new ReadStream(fd, options);
  return createReadStream('', { fd, highWaterMark: chunkBytes, ...options });
}

/** All bytes of a stream, or `undefined` once there are more than `maxBytes`; the stream is then closed. */
export async function readBytes(input: Readable, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    const part: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
    bytes += part.byteLength;
    if (bytes > maxBytes) return undefined;
    chunks.push(part);
  }
  return Buffer.concat(chunks);
}
