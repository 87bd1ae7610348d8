/**
 * Time and chance for tests of policy: the clock stands still until a test moves it, and the chance is a seeded
 * sequence, so that every run of a test is the same run. No real timer is involved.
 */
import type { Environment } from '../src/call/environment.js';
import { TimerQueue } from './timer-queue.js';

export class ManualEnvironment implements Environment {
  readonly #timers = new TimerQueue();
  readonly random: () => number;
  #nowMs = 0;

  /** @param seed another one gives another sequence of `random()`. */
  constructor(seed = 1) {
    this.random = seededRandom(seed);
  }

  /** Timers that wait. */
  get timers(): number {
    return this.#timers.length;
  }

  // Functions of their own, as in any environment: they may be handed on without the object.
  readonly nowMs = (): number => this.#nowMs;
  /** Some day in 2026, later as the clock is. */
  readonly dateMs = (): number => 1_780_000_000_000 + this.#nowMs;
  readonly startTimer = (action: () => void, delayMs: number): (() => void) =>
    this.#timers.add(action, this.#nowMs + Math.max(0, delayMs));

  /**
   * Moves the clock and runs no timer, as while an event loop is busy.
   *
   * @param byMs milliseconds
   */
  lag(byMs: number): void {
    this.#nowMs += byMs;
  }

  /**
   * Moves the clock, running what falls due at its moment; promises settle before it moves on.
   *
   * @param byMs milliseconds
   */
  async advance(byMs: number): Promise<void> {
    await this.runUntil(this.#nowMs + byMs);
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

/** Resolves when every promise that can settle without a timer or a socket has done so. */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
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
