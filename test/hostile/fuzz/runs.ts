/** How long the fuzz tests go on, and what they tell at their end. */

const full = 100_000;

/** Inputs to try: a few in the test suite, 100,000 under `npm run fuzz`, or as many as `RUNS` says. */
export function runsOf(inSuite: number): number {
  const wanted = Number(process.env['RUNS']);
  if (wanted > 0) return wanted;
  return process.env['npm_lifecycle_event'] === 'fuzz' ? full : inSuite;
}

/** Where a failed run is to begin again: `SEED`, as the failure told it. */
export function seeded(): { readonly seed?: number } {
  const seed = Number(process.env['SEED']);
  return Number.isInteger(seed) && seed !== 0 ? { seed } : {};
}

export class Tally {
  readonly #counts = new Map<string, number>();
  #total = 0;

  count(name: string): void {
    this.#total += 1;
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  get total(): number {
    return this.#total;
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /** One line: the most frequent first. */
  tell(what: string): void {
    const counts = [...this.#counts].sort(([, one], [, other]) => other - one);
    console.log(`${what}: ${this.#total} inputs; ${counts.map(([name, n]) => `${name} ${n}`).join(', ')}`);
  }
}
