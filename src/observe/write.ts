/**
 * Writes one record on whatever logger the caller gave. A logger that throws, rejects or never comes back costs no
 * call its outcome, and a level that it does not write costs no record.
 */
import type { LogFields, PackLogger } from './logger.js';

export type Level = 'debug' | 'info' | 'warn';

/** Would the logger write a record of this level? One that cannot say so is not asked to write either. */
export function isWanted(logger: PackLogger, level: Level): boolean {
  try {
    return logger.isLevelEnabled?.(level) !== false;
  } catch {
    return false;
  }
}

export function write(logger: PackLogger, level: Level, message: string, fields: LogFields): void {
  try {
    const written: unknown = logger[level](fields, message);
    if (written instanceof Promise) written.catch(() => {});
  } catch {
    // Whoever reads logs will miss a record; whoever made the call must not miss an outcome.
  }
}
