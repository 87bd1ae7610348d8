/**
 * The bytes of one answer's body, gathered piece by piece. A service may send each byte in a chunk of its own, and a
 * piece costs a hundred times what it holds: many of them are copied together, so that a body takes about as much
 * memory as it has bytes. It counts nothing against a limit.
 */

const nothing = Buffer.alloc(0);
const maxLoosePieces = 256;

export class BodyBytes {
  /** Most bodies come in one piece, and need no list. */
  #first: Buffer | undefined;
  /** The others: those copied together first, then those that came since. */
  #others: Buffer[] | undefined;
  #joined = 0;

  add(piece: Buffer): void {
    if (this.#first === undefined) {
      this.#first = piece;
      return;
    }
    this.#others ??= [];
    this.#others.push(piece);
    if (this.#others.length - this.#joined < maxLoosePieces) return;
    this.#others.push(Buffer.concat(this.#others.splice(this.#joined)));
    this.#joined += 1;
  }

  /** All of them, in order. */
  whole(): Buffer {
    if (this.#first === undefined) return nothing;
    return this.#others === undefined ? this.#first : Buffer.concat([this.#first, ...this.#others]);
  }

  clear(): void {
    this.#first = undefined;
    this.#others = undefined;
    this.#joined = 0;
  }
}
