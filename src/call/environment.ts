/** Time and chance, as the policy gets them: one small record, so that tests can stand in for both. */

import { maxTimerMs } from '../max-timer.js';

export interface Environment {
  /** Milliseconds on the monotonic clock. */
  nowMs(): number;
  /** Milliseconds since 1970, for dates that others write. */
  dateMs(): number;
  /** From 0 up to, but not including, 1. */
  random(): number;
  /** Runs `action` once after `delayMs`, or sooner: whoever waits looks again. The returned function takes it back. */
  startTimer(action: () => void, delayMs: number): () => void;
}

export const systemEnvironment: Environment = {
  nowMs: () => performance.now(),
  dateMs: () => Date.now(),
  random: () => Math.random(),
  startTimer(action, delayMs) {
    const timer = setTimeout(action, Math.min(delayMs, maxTimerMs));
    return () => clearTimeout(timer);
  },
};
