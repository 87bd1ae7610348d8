/**
 * Bounds how much load retries may add when a service is down: a bucket that calls and time fill. Only back-off
 * retries draw on it; those that a service paces itself are bounded by its own word. It counts in parts of a
 * retry, so that a fifth is exactly a fifth.
 */
import type { Environment } from './environment.js';

const partsPerRetry = 100;
const startParts = 10 * partsPerRetry;
const maxParts = 50 * partsPerRetry;
const partsPerCall = partsPerRetry / 5;
const partsPerMs = (10 * partsPerRetry) / 1_000;

export class RetryBudget {
  readonly #environment: Environment;
  #parts = startParts;
  #filledMs: number;

  constructor(environment: Environment) {
    this.#environment = environment;
    this.#filledMs = environment.nowMs();
  }

  /** A call has begun. */
  earn(): void {
    this.#parts = Math.min(maxParts, this.#parts + partsPerCall);
  }

  /** May one more retry go out? Taking it spends it. */
  take(): boolean {
    const nowMs = this.#environment.nowMs();
    this.#parts = Math.min(maxParts, this.#parts + (nowMs - this.#filledMs) * partsPerMs);
    this.#filledMs = nowMs;
    if (this.#parts < partsPerRetry) return false;
    this.#parts -= partsPerRetry;
    return true;
  }
}
