/**
 * Bounds how much load retries may add when a service is down: a bucket that calls and time fill. Only back-off
 * retries draw on it; those that a service paces itself are bounded by its own word.
 */
import type { Environment } from './environment.js';

const startTokens = 10;
const maxTokens = 50;
const tokensPerCall = 0.2;
const tokensPerSecond = 10;

export class RetryBudget {
  readonly #environment: Environment;
  #tokens = startTokens;
  #filledMs: number;

  constructor(environment: Environment) {
    this.#environment = environment;
    this.#filledMs = environment.nowMs();
  }

  /** A call has begun. */
  earn(): void {
    this.#tokens = Math.min(maxTokens, this.#tokens + tokensPerCall);
  }

  /** May one more retry go out? Taking it spends it. */
  take(): boolean {
    const nowMs = this.#environment.nowMs();
    const earned = ((nowMs - this.#filledMs) / 1_000) * tokensPerSecond;
    this.#filledMs = nowMs;
    this.#tokens = Math.min(maxTokens, this.#tokens + earned);
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
