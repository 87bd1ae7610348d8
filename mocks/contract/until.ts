/**
 * Waits for something to become true, so that no test guesses how many milliseconds it takes. It polls; the
 * limit only ends a test that would otherwise hang, it asserts nothing about speed.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Resolves once `condition` holds.
 *
 * @param what names the condition in the error.
 * @param limitMs milliseconds before giving up. Default 5,000.
 * @throws Error naming `what` when the limit passes first.
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string,
  limitMs = 5_000,
): Promise<void> {
  const endMs = performance.now() + limitMs;
  while (!(await condition())) {
    if (performance.now() > endMs) throw new Error(`waited ${limitMs} ms in vain until ${what}`);
    await sleep(2);
  }
}
