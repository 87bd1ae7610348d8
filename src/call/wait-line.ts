/** A line in the order of numbers that anyone may leave: serving and leaving cost the same at any length. */

interface Place<Item> {
  readonly item: Item;
  before: Place<Item> | undefined;
  after: Place<Item> | undefined;
}

export class WaitLine<Item extends { readonly number: number }> {
  #first: Place<Item> | undefined;
  #last: Place<Item> | undefined;

  /** The one with the smallest number; `undefined` when nobody waits. */
  get first(): Item | undefined {
    return this.#first?.item;
  }

  /**
   * Joins before all with a greater number: at once for a new number, by a walk from the end for one that comes
   * over from another line. The returned function leaves again; it must be called once at most.
   */
  join(item: Item): () => void {
    let before = this.#last;
    while (before !== undefined && before.item.number > item.number) before = before.before;
    const after = before === undefined ? this.#first : before.after;
    const place: Place<Item> = { item, before, after };
    if (before === undefined) this.#first = place;
    else before.after = place;
    if (after === undefined) this.#last = place;
    else after.before = place;
    return () => this.#leave(place);
  }

  #leave({ before, after }: Place<Item>): void {
    if (before === undefined) this.#first = after;
    else before.after = after;
    if (after === undefined) this.#last = before;
    else after.before = before;
  }
}
