/** The running totals behind `stats()`. Names are the library's own, so the table stays small. */

export class Counters {
  #calls = 0;
  #attempts = 0;
  readonly #outcomes = new Map<string, number>();

  /** A try has ended. */
  attempt(): void {
    this.#attempts += 1;
  }

  /** A call has ended; `outcome` is what it came to, in one word. */
  call(outcome: string): void {
    this.#calls += 1;
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1);
  }

  totals() {
    return { calls: this.#calls, attempts: this.#attempts, outcomes: Object.fromEntries(this.#outcomes) };
  }
}
