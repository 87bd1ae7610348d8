/**
 * Time and chance for tests without sockets: the clock stands still until a test moves it, and the chance is a
 * seeded sequence, so that every run of a test is the same run. No real timer is involved.
 */
import { setImmediate } from 'node:timers';
import type { Environment } from '../../src/call/environment.js';
import { PackUsageError } from '../../src/errors.js';
import { TimerQueue } from './timer-queue.js';

/**
 * A clock that stands still until a test moves it. Hand it to `createScriptedClient`, whose deadlines, waits and
 * scripted delays then run on it.
 *
 * @example
 * ```ts
 * const clock = new ManualClock();
 * const { client } = createScriptedClient({ clock, script: ['silence'] });
 * const pending = client.invoke(aToolCall(), { timeoutMs: 60_000 });
 * await clock.advance(60_250); // a minute and the answer's grace pass at once
 * console.log((await pending).execution); // may-have-run
 * ```
 */
export class ManualClock implements Environment {
  readonly #timers = new TimerQueue();
  /** From 0 up to, but not including, 1: the jitter of back-offs. */
  readonly random: () => number;
  #nowMs = 0;

  /** @param seed any whole number; another one gives another sequence of `random()`. Default 1. */
  constructor(seed = 1) {
    this.random = seededRandom(seed);
  }

  /** How many timers wait now. */
  get timers(): number {
    return this.#timers.length;
  }

  // Functions of their own, as in any environment: they may be handed on without the object.
  /** Milliseconds since the clock was made. */
  readonly nowMs = (): number => this.#nowMs;
  /** Milliseconds since 1970: some day in 2026, later as the clock is. */
  readonly dateMs = (): number => 1_780_000_000_000 + this.#nowMs;
  /** Runs `action` once the clock has moved on by `delayMs`; the returned function takes it back. */
  readonly startTimer = (action: () => void, delayMs: number): (() => void) =>
    this.#timers.add(action, this.#nowMs + Math.max(0, delayMs));

  /**
   * Moves the clock and runs no timer, as while an event loop is busy.
   *
   * @param byMs milliseconds, 0 or more
   * @throws PackUsageError for anything else
   */
  lag(byMs: number): void {
    this.#nowMs += forward(byMs);
  }

  /**
   * Moves the clock, running what falls due at its moment; promises settle before it moves on.
   *
   * @param byMs milliseconds, 0 or more
   * @throws PackUsageError (as a rejection) for anything else
   */
  async advance(byMs: number): Promise<void> {
    await this.runUntil(this.#nowMs + forward(byMs));
  }

  /**
   * Like `advance`, up to a moment. With `grainMs` above 0, promises settle only once per so many milliseconds:
   * faster for a long simulation, and just as repeatable.
   */
  async runUntil(endMs: number, grainMs = 0): Promise<void> {
    await settled();
    for (
      let dueMs = this.#timers.nextMs;
      dueMs !== undefined && dueMs <= endMs;
      dueMs = this.#timers.nextMs
    ) {
      const untilMs = Math.min(endMs, dueMs + grainMs);
      for (
        let atMs = this.#timers.nextMs;
        atMs !== undefined && atMs <= untilMs;
        atMs = this.#timers.nextMs
      ) {
        this.#nowMs = Math.max(this.#nowMs, atMs);
        this.#timers.runNext();
        if (grainMs === 0) break;
      }
      await settled();
    }
    this.#nowMs = Math.max(this.#nowMs, endMs);
  }
}

/** A monotonic clock goes one way. */
function forward(byMs: number): number {
  if (byMs >= 0 && Number.isFinite(byMs)) return byMs;
  throw new PackUsageError('cannot move the clock', [
    { path: 'byMs', message: 'expected milliseconds, 0 or more' },
  ]);
}

/** Resolves when every promise that can settle without a timer or a socket has done so. */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
    // The platform's own, also where a test has put another in the place of the global one.
    setImmediate(resolve);
  });
}

/** Numbers from 0 up to, but not including, 1; the same ones for the same seed (the mulberry32 generator). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
