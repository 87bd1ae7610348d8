/**
 * The arithmetic of the bench, pure. A comparison is made per round and then summed up: two peers of the same round
 * met the same machine, so its drift falls out of their ratio, which it would not from a ratio of two medians.
 */

/**
 * The value below which a share of the values lies, interpolated between neighbours.
 *
 * @param {readonly number[]} values  at least one
 * @param {number} share              0 to 1
 * @returns {number}
 */
export function quantile(values, share) {
  if (values.length === 0) throw new RangeError('no values');
  const sorted = [...values].sort((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  // Equal neighbours need no arithmetic, and infinite ones allow none.
  return below === above ? below : below + (above - below) * (position - Math.floor(position));
}

/**
 * @param {readonly number[]} values  at least one
 * @returns {import('./stats.js').Spread}
 */
export function spreadOf(values) {
  return { median: quantile(values, 0.5), lower: quantile(values, 0.25), upper: quantile(values, 0.75) };
}

/**
 * `ours / theirs`, round by round.
 *
 * @param {readonly number[]} ours    one value per round
 * @param {readonly number[]} theirs  of the same rounds
 * @returns {number[]}
 */
export function pairedRatios(ours, theirs) {
  if (ours.length !== theirs.length) throw new RangeError('both need a value for each round');
  return ours.map((value, round) => value / (theirs[round] ?? Number.NaN));
}

/**
 * The order of a round: rounds come in pairs, forwards and backwards, and each pair begins with the next item. Over
 * twice as many rounds as items everybody had every place, and nobody always follows the same neighbour.
 *
 * @template T
 * @param {readonly T[]} items
 * @param {number} round
 * @returns {T[]}
 */
export function orderOf(items, round) {
  const start = items.length === 0 ? 0 : Math.floor(round / 2) % items.length;
  const rotated = [...items.slice(start), ...items.slice(0, start)];
  return round % 2 === 0 ? rotated : rotated.reverse();
}

/**
 * Rounds shared out over passes as evenly as whole numbers allow; a pass without a round is left out.
 *
 * @param {number} rounds
 * @param {number} passes
 * @returns {number[]}
 */
export function sharesOf(rounds, passes) {
  const shares = Array.from({ length: passes }, (_, pass) =>
    Math.floor((rounds + passes - 1 - pass) / passes),
  );
  return shares.filter((share) => share > 0);
}
