/**
 * Turns the clock of undici's own time-outs forward, without waiting and without touching any other timer: they
 * count on a clock of undici's that has a hand for tests. It stands in no type and no `exports` of undici, so it is
 * looked up with care.
 */
import { createRequire } from 'node:module';

const inside: unknown = createRequire(import.meta.url)('undici/lib/util/timers.js');

/** Lets `ms` milliseconds pass for undici's time-outs; those that are due fire at once. */
export function turnUndiciClock(ms: number): void {
  const tick: unknown =
    typeof inside === 'object' && inside !== null ? Reflect.get(inside, 'tick') : undefined;
  if (typeof tick !== 'function') throw new Error('undici has no clock to turn any more');
  // A new time-out starts to count at the first turn.
  for (const part of [2_000, ms]) Reflect.apply(tick, inside, [part]);
}
