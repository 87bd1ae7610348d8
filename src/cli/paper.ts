/**
 * What commands write on: standard output or standard error, with colour where it is wanted. A reader that goes
 * away (`| head`) is no error. Nothing here ends the process, so that a slow pipe gets everything.
 */
import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { safeJson } from './safe-text.js';

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
  /** A value as an indented JSON document. */
  json(value: unknown): void;
  /** The text in a style, where colour is wanted. */
  paint(style: Style, text: string): string;
}

/** A stream that may be a terminal. */
export type PaperStream = Pick<Writable, 'write' | 'on'> & {
  readonly isTTY?: boolean;
  readonly columns?: number;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Paper on a stream. */
export function createPaper(stream: PaperStream, env: Environment = process.env): Paper {
  const isTerminal = stream.isTTY === true;
  const hasColour = wantsColour(env, isTerminal);
  stream.on('error', forgiveGoneReader);
  const write = (text: string): void => void stream.write(text);
  return {
    isTerminal,
    hasColour,
    get columns() {
      return columnsOf(stream) ?? 100;
    },
    line: (text = '') => write(`${text}\n`),
    write,
    json: (value) => write(`${safeJson(value, 2)}\n`),
    paint: (style, text) => (hasColour ? styleText(style, text, { validateStream: false }) : text),
  };
}

/**
 * Colour on a terminal. `FORCE_COLOR` decides first (`0` and `false`: none), then `NO_COLOR` (if not empty), as in
 * Node itself.
 */
export function wantsColour(env: Environment, isTerminal: boolean): boolean {
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  return isTerminal && env['TERM'] !== 'dumb';
}

function columnsOf({ columns }: PaperStream): number | undefined {
  return columns === undefined || columns < 20 ? undefined : columns;
}

function forgiveGoneReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
