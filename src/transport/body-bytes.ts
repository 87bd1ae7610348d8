/**
 * The bytes of one answer's body, gathered piece by piece. A service may send each byte in a chunk of its own, and a
 * piece costs a hundred times what it holds: many of them are copied together, so that a body takes about as much
 * memory as it has bytes. It counts nothing against a limit.
 */

const nothing = Buffer.alloc(0);
const mostLoose = 256;

export class BodyBytes {
  /** Those copied together first, then those that came since. */
  #pieces: Buffer[] = [];
  #joined = 0;

  add(piece: Buffer): void {
    this.#pieces.push(piece);
    if (this.#pieces.length - this.#joined < mostLoose) return;
    this.#pieces.push(Buffer.concat(this.#pieces.splice(this.#joined)));
    this.#joined += 1;
  }

  /** All of them, in order. */
  whole(): Buffer {
    const [first] = this.#pieces;
    if (first === undefined) return nothing;
    return this.#pieces.length === 1 ? first : Buffer.concat(this.#pieces);
  }

  clear(): void {
    this.#pieces = [];
    this.#joined = 0;
  }
}
