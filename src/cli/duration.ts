/** Durations as people write them on a command line, and as they are shown to people. */
import { maxTimerMs } from '../max-timer.js';
import { WrongUse } from './wrong-use.js';

const unitsMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };

/**
 * `500ms`, `2s`, `1.5s`, `1m`; a bare number is milliseconds. At least 1 ms, at most about 24 days.
 *
 * @param option names the option in the error.
 * @returns whole milliseconds.
 * @throws WrongUse for anything else.
 */
export function parseDuration(option: string, text: string): number {
  const [, number = '', unit = 'ms'] = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text.trim()) ?? [];
  // 1.1 * 1000 is not whole in binary; a millionth of a millisecond is not what anyone means.
  const ms = Math.round(Number(number) * (unitsMs[unit] ?? 1) * 1e6) / 1e6;
  if (number === '' || !Number.isInteger(ms)) {
    throw new WrongUse(`${option} expects a duration such as 500ms, 2s or 1m`);
  }
  if (ms < 1 || ms > maxTimerMs)
    throw new WrongUse(`${option} expects between 1 and ${maxTimerMs} milliseconds`);
  return ms;
}

/** Milliseconds for people: `3.2 ms`, `840 ms`, `1.08 s`, `2 min 5 s`. */
export function durationText(ms: number): string {
  if (ms < 99.95) return `${Number(ms.toFixed(1))} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${Number((ms / 1_000).toFixed(2))} s`;
  const seconds = Math.round(ms / 1_000);
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Elapsed time that does not jump about in a progress line: `0.4 s`, `12.0 s`. */
export function elapsedText(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
