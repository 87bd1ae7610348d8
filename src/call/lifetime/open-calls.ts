/**
 * Knows every call and probe that is under way: ends those whose time is over, and when the client closes ends those
 * that wait, gives the others their grace, and is sure that none is left.
 *
 * One timer watches the time of all: most calls end long before their deadline, and a timer of its own for each
 * costs a tenth of a call. It is set for the soonest deadline; when it fires, the soonest of those that are left is
 * next. With nothing under way there is no timer.
 */
import type { Environment } from '../environment.js';
import { Lifeline, type LifelineOptions } from './lifeline.js';
import { Roster } from './roster.js';

export class OpenCalls {
  readonly #environment: Environment;
  readonly #calls = new Roster<Lifeline>();
  readonly #probes = new Roster<Lifeline>();
  #onEmpty: (() => void) | undefined;
  #closing = false;
  #stopTimer: (() => void) | undefined;
  #firesMs = Number.POSITIVE_INFINITY;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** No call begins any more. */
  get isClosing(): boolean {
    return this.#closing;
  }

  begin(options: LifelineOptions): Lifeline {
    const lifeline = new Lifeline(this.#environment, options);
    this.#calls.join(lifeline);
    if (lifeline.dueMs < this.#firesMs) this.#arm(lifeline.dueMs, this.#environment.nowMs());
    return lifeline;
  }

  end(lifeline: Lifeline): void {
    lifeline.dispose();
    this.#calls.leave(lifeline);
    if (this.#calls.size > 0) return;
    if (this.#probes.size === 0) this.#disarm();
    this.#onEmpty?.();
  }

  /** Probes get no grace. */
  beginProbe(timeoutMs: number, signal: AbortSignal | undefined): Lifeline {
    const lifeline = new Lifeline(this.#environment, { timeoutMs, answerGraceMs: 0, signal });
    this.#probes.join(lifeline);
    if (this.#closing) lifeline.cut();
    if (lifeline.dueMs < this.#firesMs) this.#arm(lifeline.dueMs, this.#environment.nowMs());
    return lifeline;
  }

  endProbe(lifeline: Lifeline): void {
    lifeline.dispose();
    this.#probes.leave(lifeline);
    if (this.#probes.size === 0 && this.#calls.size === 0) this.#disarm();
  }

  /** Resolves when no call is under way any more, after `graceMs` at the latest. */
  async close(graceMs: number): Promise<void> {
    this.#closing = true;
    for (const probe of this.#probes.all()) probe.cut();
    for (const call of this.#calls.all()) call.close();
    if (this.#calls.size === 0) return;
    const emptied = new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
    });
    const stop = this.#environment.startTimer(() => {
      for (const call of this.#calls.all()) call.cut();
    }, graceMs);
    await emptied;
    stop();
  }

  #arm(dueMs: number, nowMs: number): void {
    this.#stopTimer?.();
    this.#firesMs = dueMs;
    this.#stopTimer = this.#environment.startTimer(() => this.#fire(), Math.max(0, Math.ceil(dueMs - nowMs)));
  }

  #disarm(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    this.#firesMs = Number.POSITIVE_INFINITY;
  }

  #fire(): void {
    this.#disarm();
    const nowMs = this.#environment.nowMs();
    let soonestMs = Number.POSITIVE_INFINITY;
    for (const lifelines of [this.#calls, this.#probes]) {
      for (const lifeline of lifelines.all()) {
        if (lifeline.dueMs <= nowMs) lifeline.expire();
        if (lifeline.dueMs < soonestMs) soonestMs = lifeline.dueMs;
      }
    }
    if (soonestMs < Number.POSITIVE_INFINITY) this.#arm(soonestMs, nowMs);
  }
}
