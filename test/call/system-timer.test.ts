/** Node's timers fire after a millisecond when they are asked for more than about 25 days. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { systemEnvironment } from '../../src/call/environment.js';

it.each([2 ** 31, 1e12, Number.POSITIVE_INFINITY])(
  'a timer of %d milliseconds does not fire at once',
  async (delayMs) => {
    let fired = false;
    const stop = systemEnvironment.startTimer(() => {
      fired = true;
    }, delayMs);
    await sleep(20);
    stop();
    expect(fired).toBe(false);
  },
);
