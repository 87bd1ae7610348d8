/**
 * The value of an option that takes JSON: the text itself, `@file`, or `-` for standard input. A text that is not
 * JSON is answered with the option's name and the place, never with the text, which may hold anything.
 */
import { isUtf8 } from 'node:buffer';
import { addAbortSignal } from 'node:stream';
import { locateJsonError } from '../pack/locate-json-error.js';
import { readBytes, readFile } from '../pack/read-file.js';
import type { Io } from './io.js';
import { readErrorText } from './read-error-text.js';
import { safeText } from './safe-text.js';
import { WrongUse } from './wrong-use.js';

/** Far more than a service takes. */
const maxMebibytes = 256;
const maxBytes = maxMebibytes * 1024 * 1024;

interface JsonOption {
  /** As people type it, for errors: `--input`. */
  readonly name: string;
  readonly text: string;
}

/**
 * Reads and parses one such option.
 *
 * @throws WrongUse naming the option: no such file, over 256 MiB, not UTF-8, or the line and column where it stops
 *   being JSON.
 */
export async function readJsonOption({ name, text }: JsonOption, io: Io): Promise<unknown> {
  if (text === '-') return parse(name, await readInput(name, io), 'standard input');
  if (!text.startsWith('@')) return parse(name, text, 'its value');
  const file = text.slice(1);
  if (file === '') throw new WrongUse(`${name} expects a file name after @`);
  return parse(name, decode(name, await readNamed(name, file, io.signal)), safeText(file));
}

/** @throws WrongUse when two options want standard input, which can be read once. */
export function refuseSharedInput(options: readonly JsonOption[]): void {
  const names = options.filter(({ text }) => text === '-').map(({ name }) => name);
  if (names.length > 1) throw new WrongUse(`${names.join(' and ')} cannot both read standard input`);
}

function parse(name: string, text: string, where: string): unknown {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const json = text.slice(start);
  try {
    return JSON.parse(json);
  } catch {
    const { line, column } = locateJsonError(json);
    throw new WrongUse(`${name} expects JSON, but ${where} goes wrong at line ${line}, column ${column}`);
  }
}

async function readInput(name: string, { err, signal }: Io): Promise<string> {
  const input = addAbortSignal(signal, process.stdin);
  if (process.stdin.isTTY) err.line(`Reading ${name} from the terminal: end it with Ctrl+D.`);
  return decode(name, withinLimit(name, await readBytes(input, maxBytes)));
}

async function readNamed(name: string, file: string, signal: AbortSignal): Promise<Buffer> {
  try {
    return withinLimit(name, await readFile(file, { maxBytes, signal }));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof WrongUse) throw error;
    throw new WrongUse(`${name} cannot read ${safeText(file)}: ${readErrorText(error)}`);
  }
}

function withinLimit(name: string, bytes: Buffer | undefined): Buffer {
  if (bytes === undefined) throw new WrongUse(`${name} expects at most ${maxMebibytes} MiB`);
  return bytes;
}

function decode(name: string, bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new WrongUse(`${name} expects UTF-8 text`);
  return bytes.toString('utf8');
}
