/** A first-come-first-served line that anyone may leave: joining, leaving and serving cost the same at any length. */

interface Place<Item> {
  readonly item: Item;
  before: Place<Item> | undefined;
  after: Place<Item> | undefined;
}

export class WaitLine<Item> {
  #first: Place<Item> | undefined;
  #last: Place<Item> | undefined;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Joins at the end; the returned function leaves again. It must be called once at most. */
  join(item: Item): () => void {
    const place: Place<Item> = { item, before: this.#last, after: undefined };
    if (this.#last === undefined) this.#first = place;
    else this.#last.after = place;
    this.#last = place;
    this.#length += 1;
    return () => this.#leave(place);
  }

  /** From the first to the last; items may leave meanwhile. */
  *[Symbol.iterator](): Generator<Item> {
    for (let place = this.#first; place !== undefined; ) {
      const after = place.after;
      yield place.item;
      place = after;
    }
  }

  #leave(place: Place<Item>): void {
    if (place.before === undefined) this.#first = place.after;
    else place.before.after = place.after;
    if (place.after === undefined) this.#last = place.before;
    else place.after.before = place.before;
    this.#length -= 1;
  }
}
