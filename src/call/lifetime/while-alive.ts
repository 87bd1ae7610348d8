/** Waits for something that may take as long as it likes, but no longer than the call lives. */
import type { Lifeline } from './lifeline.js';

/** What the promise gives, or `undefined` as soon as the call ends; what comes of it then is ignored. */
export function whileAlive<Value>(lifeline: Lifeline, promise: Promise<Value>): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    lifeline.onEnd = () => resolve(undefined);
    promise.then(
      (value) => {
        if (lifeline.ended === undefined) lifeline.onEnd = undefined;
        resolve(value);
      },
      (cause: unknown) => {
        if (lifeline.ended === undefined) lifeline.onEnd = undefined;
        reject(cause);
      },
    );
  });
}
