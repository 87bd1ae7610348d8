/**
 * Chance that a seed repeats: small generators, each begun from the seed and the name of what it decides, so that
 * the decision for one call does not depend on the order in which calls happen to run.
 */

/**
 * @param {...(number | string)} names
 * @returns {Random}
 */
export function randomFor(...names) {
  let state = 0x811c9dc5;
  for (const char of names.join('/')) state = Math.imul(state ^ char.charCodeAt(0), 0x01000193);
  return new Random(state);
}

export class Random {
  #state;

  /** @param {number} seed */
  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, but not including, 1 (mulberry32). */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number; both ends can come. @param {number} least @param {number} most */
  whole(least, most) {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** @param {number} share from 0 to 1 */
  chance(share) {
    return this.next() < share;
  }

  /**
   * One name, as often as its weight says.
   * @template {string} Name
   * @param {Readonly<Record<Name, number>>} weights
   * @returns {Name}
   */
  pick(weights) {
    const entries = /** @type {[Name, number][]} */ (Object.entries(weights));
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      left -= weight;
      if (left < 0) return name;
    }
    return /** @type {[Name, number]} */ (entries.at(-1))[0];
  }
}
