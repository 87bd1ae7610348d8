/**
 * Bounds how much load retries may add when a service is down: a bucket of credits that calls and time fill. Only
 * back-off retries draw on it; those that a service paces itself are bounded by its own word. A retry takes a
 * hundred credits, so that the fifth of one that a call earns is a whole number.
 */
import type { Environment } from '../environment.js';

const creditsPerRetry = 100;
const startCredits = 10 * creditsPerRetry;
const maxCredits = 50 * creditsPerRetry;
const creditsPerCall = creditsPerRetry / 5;
const creditsPerMs = (10 * creditsPerRetry) / 1_000;

export class RetryBudget {
  readonly #environment: Environment;
  #credits = startCredits;
  #filledMs: number;

  constructor(environment: Environment) {
    this.#environment = environment;
    this.#filledMs = environment.nowMs();
  }

  /** A call has begun. */
  earn(): void {
    this.#credits = Math.min(maxCredits, this.#credits + creditsPerCall);
  }

  /** May one more retry go out? Taking it spends it. */
  take(): boolean {
    const nowMs = this.#environment.nowMs();
    this.#credits = Math.min(maxCredits, this.#credits + (nowMs - this.#filledMs) * creditsPerMs);
    this.#filledMs = nowMs;
    if (this.#credits < creditsPerRetry) return false;
    this.#credits -= creditsPerRetry;
    return true;
  }
}
