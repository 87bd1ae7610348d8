/**
 * Who is here, in no order: joining and leaving cost the same at any size. It stands in for a `Set`, of which V8
 * makes a new table after so many have joined and left; an old table that has outlived two collections keeps all it
 * held, and the next table, until the next full collection. With a member per call that trebled the work of the
 * garbage collector.
 */

/** Whoever may join a roster, one at a time. */
export interface Member {
  /** Kept by the roster. */
  place: number;
}

export class Roster<Someone extends Member> {
  readonly #members: Someone[] = [];

  get size(): number {
    return this.#members.length;
  }

  /** A copy: whoever is on it may leave meanwhile. */
  all(): Someone[] {
    return this.#members.slice();
  }

  join(member: Someone): void {
    member.place = this.#members.length;
    this.#members.push(member);
  }

  /** Takes a member out; one that is not here is none of its business. */
  leave(member: Someone): void {
    const { place } = member;
    if (this.#members[place] !== member) return;
    const last = this.#members.pop();
    if (last === undefined || last === member) return;
    this.#members[place] = last;
    last.place = place;
  }
}
