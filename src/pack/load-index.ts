/**
 * Reads a pack's index from a file or pipe: bytes, text, JSON, index, with an error that names the file at each step.
 * Nothing is cached, and nothing is fetched.
 */
import { isUtf8 } from 'node:buffer';
import { fileURLToPath } from 'node:url';
import { PackUsageError } from '../errors.js';
import { locateJsonError } from './locate-json-error.js';
import type { PackIndex } from './pack-index.js';
import { parseNamedIndex } from './parse-index.js';
import { readFile } from './read-file.js';

const maxMebibytes = 256;
const maxBytes = maxMebibytes * 1024 * 1024;

/**
 * Reads and checks a pack's `index.json`: UTF-8 (a byte order mark is skipped), at most 256 MiB.
 *
 * @example
 * ```ts
 * const client = createPackClient({ url, token, index: await loadPackIndex('index.json') });
 * ```
 *
 * @param path A path, or a `file:` URL.
 * @throws PackUsageError (as a rejection) naming the file, and: why it cannot be read; the line and column where
 *   it stops being JSON; or every problem of the index by its JSON pointer.
 */
export async function loadPackIndex(path: string | URL): Promise<PackIndex> {
  return readPackIndex(path);
}

/** The same until the signal aborts; rejects with its reason then. */
export async function readPackIndex(path: string | URL, signal?: AbortSignal): Promise<PackIndex> {
  const file = filePath(path);
  const bytes = await readAll(file, signal);
  if (!isUtf8(bytes)) throw refusal(file, 'expected UTF-8 text');
  return parseNamedIndex(parseJson(textOf(bytes), file), `bad pack index ${file}`);
}

/** Callers without types pass anything here. */
function filePath(path: unknown): string {
  if (typeof path === 'string' && path !== '') return path;
  if (path instanceof URL && path.protocol === 'file:') {
    try {
      return fileURLToPath(path);
    } catch {
      // A host, or an encoded slash: no path of this machine. Refused below.
    }
  }
  throw new PackUsageError('cannot read the pack index', [
    { path: 'path', message: 'expected a path or a file: URL' },
  ]);
}

async function readAll(file: string, signal: AbortSignal | undefined): Promise<Buffer> {
  let bytes: Buffer | undefined;
  try {
    bytes = await readFile(file, { maxBytes, signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw refusal(file, unreadable(error));
  }
  if (bytes === undefined) throw refusal(file, `expected at most ${maxMebibytes} MiB`);
  return bytes;
}

function textOf(bytes: Buffer): string {
  const start = bytes.length >= 3 && bytes.readUIntBE(0, 3) === 0xefbbbf ? 3 : 0;
  return bytes.toString('utf8', start);
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The engine's own message quotes the text, which may be anything.
    const { line, column } = locateJsonError(text);
    throw refusal(file, `expected JSON, but it breaks off or goes wrong at line ${line}, column ${column}`);
  }
}

function unreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  if (code === 'ENOENT') return 'expected a file, there is none';
  if (code === 'EISDIR') return 'expected a file, this is a directory';
  return `expected a readable file (${code})`;
}

function refusal(file: string, message: string): PackUsageError {
  return new PackUsageError(`cannot read the pack index ${file}`, [{ path: '', message }]);
}
