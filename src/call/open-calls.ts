/**
 * Knows every call and probe that is under way, so that closing can end those that wait, give the others their
 * grace, and be sure that none is left.
 */
import type { Environment } from './environment.js';
import { Lifeline, type LifelineOptions } from './lifeline.js';

export class OpenCalls {
  readonly #environment: Environment;
  readonly #calls = new Set<Lifeline>();
  readonly #probes = new Set<Lifeline>();
  #onEmpty: (() => void) | undefined;
  #closing = false;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** No call begins any more. */
  get isClosing(): boolean {
    return this.#closing;
  }

  begin(options: LifelineOptions): Lifeline {
    const lifeline = new Lifeline(this.#environment, options);
    this.#calls.add(lifeline);
    return lifeline;
  }

  end(lifeline: Lifeline): void {
    lifeline.dispose();
    this.#calls.delete(lifeline);
    if (this.#calls.size === 0) this.#onEmpty?.();
  }

  /** Probes get no grace. */
  beginProbe(timeoutMs: number, signal: AbortSignal | undefined): Lifeline {
    const lifeline = new Lifeline(this.#environment, { timeoutMs, answerGraceMs: 0, signal });
    this.#probes.add(lifeline);
    if (this.#closing) lifeline.cut();
    return lifeline;
  }

  endProbe(lifeline: Lifeline): void {
    lifeline.dispose();
    this.#probes.delete(lifeline);
  }

  /** Resolves when no call is under way any more, after `graceMs` at the latest. */
  async close(graceMs: number): Promise<void> {
    this.#closing = true;
    for (const probe of [...this.#probes]) probe.cut();
    for (const call of [...this.#calls]) call.close();
    if (this.#calls.size === 0) return;
    const emptied = new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
    });
    const stop = this.#environment.startTimer(() => {
      for (const call of [...this.#calls]) call.cut();
    }, graceMs);
    await emptied;
    stop();
  }
}
