/**
 * What can end a call from this side: its one deadline, the caller's signal, the client's closing. Every stage
 * that waits puts itself in `onEnd` and is woken at once. One timer and no listener of its own per call; both are
 * gone after `dispose`.
 *
 * While an answer is awaited the deadline lets `answerGraceMs` pass, so that the service's own word on the
 * deadline can still arrive.
 */
import type { Interrupt } from '../transport/wire.js';
import type { Environment } from './environment.js';
import { followSignal } from './follow-signal.js';

export interface Ended {
  readonly reason: 'deadline-exceeded' | 'cancelled' | 'closed';
  /** The signal's reason, for `cancelled`. */
  readonly cause?: unknown;
}

export interface LifelineOptions {
  /** On the monotonic clock; default now. */
  readonly startedMs?: number | undefined;
  readonly timeoutMs: number;
  readonly answerGraceMs: number;
  readonly signal: AbortSignal | undefined;
}

export class Lifeline implements Interrupt {
  readonly startedMs: number;
  readonly deadlineMs: number;
  /** Why the call must end; `undefined` while it may go on. */
  ended: Ended | undefined;
  awaitingAnswer = false;
  /** A try is under way, connecting included: closing the client lets it finish. */
  trying = false;
  /** The client is closing: no further try begins. */
  closing = false;
  readonly #environment: Environment;
  readonly #answerGraceMs: number;
  #stopTimer: () => void;
  #unfollow: (() => void) | undefined;
  #onEnd: (() => void) | undefined;

  constructor(environment: Environment, options: LifelineOptions) {
    const { timeoutMs, answerGraceMs, signal } = options;
    this.#environment = environment;
    this.#answerGraceMs = answerGraceMs;
    const nowMs = environment.nowMs();
    this.startedMs = options.startedMs ?? nowMs;
    this.deadlineMs = this.startedMs + timeoutMs;
    // First what may throw, a signal that is none: then nothing is left running.
    const isAborted = signal?.aborted === true;
    if (signal !== undefined && !isAborted) {
      this.#unfollow = followSignal(signal, (cause) => this.#end({ reason: 'cancelled', cause }));
    }
    this.#stopTimer = environment.startTimer(() => this.#expire(), Math.max(0, this.deadlineMs - nowMs));
    if (isAborted) this.#end({ reason: 'cancelled', cause: signal.reason });
  }

  /** Whoever waits now. Setting it after the end wakes at once, so that no end is missed between two stages. */
  set onEnd(wake: (() => void) | undefined) {
    if (wake !== undefined && this.ended !== undefined) wake();
    else this.#onEnd = wake;
  }

  elapsedMs(): number {
    return this.#environment.nowMs() - this.startedMs;
  }

  remainingMs(): number {
    return this.deadlineMs - this.#environment.nowMs();
  }

  /** Asked before each step, and just before a request is written: past the deadline nothing is, even if the timer is late. */
  get isOver(): boolean {
    if (this.ended === undefined && this.remainingMs() <= 0) this.#end({ reason: 'deadline-exceeded' });
    return this.ended !== undefined;
  }

  /** The client closes: a try under way may finish, anything else ends now. */
  close(): void {
    this.closing = true;
    if (!this.trying) this.#end({ reason: 'closed' });
  }

  /** The client's grace is over. */
  cut(): void {
    this.#end({ reason: 'closed' });
  }

  dispose(): void {
    this.#stopTimer();
    this.#unfollow?.();
    this.#unfollow = undefined;
    this.#onEnd = undefined;
  }

  #expire(): void {
    if (this.awaitingAnswer && this.#answerGraceMs > 0) {
      this.#stopTimer = this.#environment.startTimer(
        () => this.#end({ reason: 'deadline-exceeded' }),
        this.#answerGraceMs,
      );
      return;
    }
    this.#end({ reason: 'deadline-exceeded' });
  }

  #end(ended: Ended): void {
    if (this.ended !== undefined) return;
    this.ended = ended;
    this.#stopTimer();
    const wake = this.#onEnd;
    this.#onEnd = undefined;
    wake?.();
  }
}
