/** A line in the order of numbers that anyone may leave: serving and leaving cost the same at any length. */

/** Whoever stands in a line, in one at a time; `before` and `after` are the line's to keep. */
export class Standing<Self extends Standing<Self>> {
  /** Smaller, the earlier it came. */
  readonly number: number;
  before: Self | undefined;
  after: Self | undefined;

  constructor(number: number) {
    this.number = number;
  }
}

export class WaitLine<Someone extends Standing<Someone>> {
  #first: Someone | undefined;
  #last: Someone | undefined;

  /** The one with the smallest number; `undefined` when nobody waits. */
  get first(): Someone | undefined {
    return this.#first;
  }

  /**
   * Joins before all with a greater number: at once for a new number, by a walk from the end for one that comes
   * over from another line.
   */
  join(someone: Someone): void {
    let before = this.#last;
    while (before !== undefined && before.number > someone.number) before = before.before;
    const after = before === undefined ? this.#first : before.after;
    someone.before = before;
    someone.after = after;
    if (before === undefined) this.#first = someone;
    else before.after = someone;
    if (after === undefined) this.#last = someone;
    else after.before = someone;
  }

  /** Whoever leaves must stand in this line. */
  leave(someone: Someone): void {
    const { before, after } = someone;
    if (before === undefined) this.#first = after;
    else before.after = after;
    if (after === undefined) this.#last = before;
    else after.before = before;
    someone.before = undefined;
    someone.after = undefined;
  }
}
