/**
 * Where those that log write: pino as it comes, at `info`, to a file.
 */
import { pino } from 'pino';

/** @param {string} file */
export function createLogger(file) {
  return pino({ level: 'info' }, pino.destination(file));
}
