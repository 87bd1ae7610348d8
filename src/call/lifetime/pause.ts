/** A wait that the end of the call cuts short. Timers may fire early; the wait is over only when its time is. */
import type { Environment } from '../environment.js';
import type { Lifeline } from './lifeline.js';

/** Resolves after `waitMs`, or at once when the lifeline ends. Leaves no timer. */
export function pause(environment: Environment, lifeline: Lifeline, waitMs: number): Promise<void> {
  const untilMs = environment.nowMs() + waitMs;
  if (waitMs <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    let stop = () => {};
    const check = () => {
      const restMs = untilMs - environment.nowMs();
      if (restMs > 0) {
        stop = environment.startTimer(check, Math.ceil(restMs));
        return;
      }
      lifeline.onEnd = undefined;
      resolve();
    };
    check();
    lifeline.onEnd = () => {
      stop();
      resolve();
    };
  });
}
