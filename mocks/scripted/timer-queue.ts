/**
 * Timers of a clock that stands still until told: the earliest first, and those of the same moment in the order
 * they were started. Taking one back is cheap, since nearly every call takes its deadline back.
 */

interface Timer {
  readonly dueMs: number;
  readonly order: number;
  /** Gone once it ran or was taken back. */
  action: (() => void) | undefined;
}

export class TimerQueue {
  #heap: Timer[] = [];
  #live = 0;
  #started = 0;

  /** Timers that neither ran nor were taken back. */
  get length(): number {
    return this.#live;
  }

  /** When the earliest is due; `undefined` without one. */
  get nextMs(): number | undefined {
    while (this.#heap[0] !== undefined && this.#heap[0].action === undefined) this.#removeFirst();
    return this.#heap[0]?.dueMs;
  }

  add(action: () => void, dueMs: number): () => void {
    const timer: Timer = { action, dueMs, order: this.#started };
    this.#started += 1;
    this.#live += 1;
    this.#heap.push(timer);
    this.#rise(this.#heap.length - 1);
    return () => {
      if (timer.action === undefined) return;
      timer.action = undefined;
      this.#live -= 1;
      this.#sweep();
    };
  }

  /** Runs the earliest. */
  runNext(): void {
    if (this.nextMs === undefined) return;
    const action = this.#heap[0]?.action;
    const first = this.#heap[0];
    if (first !== undefined) first.action = undefined;
    this.#removeFirst();
    this.#live -= 1;
    action?.();
  }

  /** Drops timers that were taken back once they are most of the heap. */
  #sweep(): void {
    if (this.#heap.length < 256 || this.#heap.length < this.#live * 2) return;
    this.#heap = this.#heap.filter(({ action }) => action !== undefined).sort(compare);
  }

  #removeFirst(): void {
    const last = this.#heap.pop();
    if (last === undefined || this.#heap.length === 0) return;
    this.#heap[0] = last;
    this.#sink();
  }

  #rise(from: number): void {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!this.#swapIfLater(parent, at)) return;
      at = parent;
    }
  }

  #sink(): void {
    for (let at = 0; ; ) {
      const left = at * 2 + 1;
      const right = left + 1;
      const [one, other] = [this.#heap[left], this.#heap[right]];
      if (one === undefined) return;
      const earlier = other !== undefined && compare(other, one) < 0 ? right : left;
      if (!this.#swapIfLater(at, earlier)) return;
      at = earlier;
    }
  }

  #swapIfLater(above: number, below: number): boolean {
    const [upper, lower] = [this.#heap[above], this.#heap[below]];
    if (upper === undefined || lower === undefined || compare(upper, lower) <= 0) return false;
    this.#heap[above] = lower;
    this.#heap[below] = upper;
    return true;
  }
}

function compare(one: Timer, other: Timer): number {
  return one.dueMs - other.dueMs || one.order - other.order;
}
