/** How late this process's own timers were: that much later than promised a call may settle, and no more. */

const everyMs = 5;

export class LagMeter {
  /** @type {{ atMs: number, lateMs: number }[]} */
  #late = [];
  #dueMs = performance.now() + everyMs;
  worstMs = 0;
  #timer = setInterval(() => this.#tick(), everyMs);

  /** Milliseconds that timers were late in that time, in all. @param {number} fromMs @param {number} toMs */
  between(fromMs, toMs) {
    this.#tick();
    let sumMs = 0;
    for (let at = this.#late.length - 1; at >= 0; at -= 1) {
      const late = this.#late[at];
      if (late === undefined || late.atMs < fromMs) break;
      if (late.atMs - late.lateMs <= toMs) sumMs += late.lateMs;
    }
    return sumMs;
  }

  stop() {
    clearInterval(this.#timer);
  }

  #tick() {
    const nowMs = performance.now();
    const lateMs = nowMs - this.#dueMs;
    if (lateMs > 0) {
      this.#late.push({ atMs: nowMs, lateMs });
      this.worstMs = Math.max(this.worstMs, lateMs);
      if (this.#late.length > 200_000) this.#late.splice(0, 100_000);
      this.#dueMs = nowMs + everyMs;
    }
  }
}
