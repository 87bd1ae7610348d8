/**
 * Writes one record on whatever logger the caller gave. A logger that throws, rejects or never comes back costs no
 * call its outcome, and a level that it does not write costs no record.
 */
import type { LogFields, PackLogger } from './logger.js';

export type Level = 'debug' | 'info' | 'warn';

interface LogRecord {
  readonly message: string;
  readonly fields: LogFields;
}

/** Is there a logger, and would it write a record of this level? One that cannot say is not asked to write either. */
export function isWanted(logger: PackLogger | undefined, level: Level): logger is PackLogger {
  try {
    return logger !== undefined && logger.isLevelEnabled?.(level) !== false;
  } catch {
    return false;
  }
}

export function write(logger: PackLogger, level: Level, { message, fields }: LogRecord): void {
  try {
    const written: unknown = logger[level](fields, message);
    if (written instanceof Promise) written.catch(() => {});
  } catch {
    // Whoever reads logs will miss a record; whoever made the call must not miss an outcome.
  }
}
