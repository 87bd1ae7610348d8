/**
 * The library's records on standard error, for `--log`: a line of JSON each, as pino writes them. pino is loaded only
 * where records are wanted, because a health check is a new process every few seconds.
 */
import type { PackLogger } from '../observe/logger.js';
import type { Paper } from './paper.js';
import { clearLine } from './progress.js';
import { safeLines } from './safe-text.js';
import { WrongUse } from './wrong-use.js';

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof levels)[number];

/** @throws WrongUse for a level that pino does not have. */
export function parseLogLevel(text: string): LogLevel {
  const level = levels.find((each) => each === text);
  if (level === undefined) throw new WrongUse(`--log expects one of ${levels.join(', ')}`);
  return level;
}

/** A logger that writes this level and those above it; none for `silent`. */
export async function createLog(level: LogLevel, paper: Paper): Promise<PackLogger | undefined> {
  if (level === 'silent') return undefined;
  const { pino } = await import('pino');
  // A progress line may stand there; it draws itself again below.
  const before = paper.isTerminal ? clearLine : '';
  const write = (line: string): void => paper.write(`${before}${safeLines(line)}`);
  const logger: PackLogger = pino({ level, name: 'kindgi-pack' }, { write });
  return logger;
}
