/** Types of `stats.js`, for its test. */

/** A median and the quartiles around it. */
export interface Spread {
  readonly median: number;
  readonly lower: number;
  readonly upper: number;
}

export function quantile(values: readonly number[], share: number): number;
export function spreadOf(values: readonly number[]): Spread;
export function pairedRatios(ours: readonly number[], theirs: readonly number[]): number[];
export function orderOf<T>(items: readonly T[], round: number): T[];
export function sharesOf(rounds: number, passes: number): number[];
