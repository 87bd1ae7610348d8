/** How durations are told. In a file of its own, since a health check loads little else of a call. */

/** Milliseconds to a tenth: finer is noise. */
export function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}
