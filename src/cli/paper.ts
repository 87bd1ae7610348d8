/**
 * What commands write on: standard output or standard error, with colour where it is wanted. A reader that goes
 * away (`| head`) is no error; any other failure to write is kept until someone asks. Nothing here ends the
 * process, so that a slow pipe gets everything.
 */
import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { safeJson, withoutDepths } from './safe-text.js';

export type Style = Parameters<typeof styleText>[0];

export interface Paper {
  readonly isTerminal: boolean;
  readonly hasColour: boolean;
  /** Characters in a line; 100 where nobody can say. */
  readonly columns: number;
  /** Text and a line feed. */
  line(text?: string): void;
  /** The text alone. */
  write(text: string): void;
  /** A value as an indented JSON document; one that is too deep is cut, which counts as a failure to write it. */
  json(value: unknown): void;
  /** The text in a style, where colour is wanted. */
  paint(style: Style, text: string): string;
  /** Resolves when everything is written, or given up: then why, in a few words. */
  settled(): Promise<string | undefined>;
}

/** A stream that may be a terminal. */
export type PaperStream = Pick<Writable, 'write' | 'on'> & {
  readonly isTTY?: boolean;
  readonly columns?: number;
};

type Env = Readonly<Record<string, string | undefined>>;

/** Paper on a stream. */
export function createPaper(stream: PaperStream, env: Env = process.env): Paper {
  const isTerminal = stream.isTTY === true;
  const hasColour = wantsColour(env, isTerminal);
  let failure: string | undefined;
  let isUsed = false;
  const notice = (error: NodeJS.ErrnoException | null | undefined): void => {
    failure ??= failureText(error);
  };
  stream.on('error', notice);
  const write = (text: string): void => {
    isUsed = true;
    stream.write(text, notice);
  };
  return {
    isTerminal,
    hasColour,
    get columns() {
      return columnsOf(stream) ?? 100;
    },
    line: (text = '') => write(`${text}\n`),
    write,
    json(value) {
      try {
        write(`${safeJson(value, 2)}\n`);
      } catch {
        // What is around it, an outcome's `execution` for instance, is told all the same; and that it is not all.
        write(`${safeJson(withoutDepths(value), 2)}\n`);
        failure ??= 'a part of it is nested too deeply to print';
      }
    },
    paint: (style, text) => (hasColour ? styleText(style, text, { validateStream: false }) : text),
    settled: () =>
      new Promise((resolve) => {
        // Even an empty text cannot be written to a device that is full.
        if (!isUsed) return resolve(undefined);
        stream.write('', (error) => {
          notice(error);
          resolve(failure);
        });
      }),
  };
}

/**
 * Colour on a terminal. `FORCE_COLOR` decides first (`0` and `false`: none), then `NO_COLOR` (if not empty), as in
 * Node itself.
 */
export function wantsColour(env: Env, isTerminal: boolean): boolean {
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  return isTerminal && env['TERM'] !== 'dumb';
}

function columnsOf({ columns }: PaperStream): number | undefined {
  return columns === undefined || columns < 20 ? undefined : columns;
}

/** A reader that has gone away wants no more, and what is written after any failure fails for that reason. */
const forgiven = new Set(['EPIPE', 'ERR_STREAM_DESTROYED']);

function failureText(error: NodeJS.ErrnoException | null | undefined): string | undefined {
  if (!error || forgiven.has(error.code ?? '')) return undefined;
  return error.code === 'ENOSPC' ? 'no space left' : (error.code ?? 'unknown error');
}
