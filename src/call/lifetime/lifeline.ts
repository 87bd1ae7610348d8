/**
 * What can end a call from this side: its one deadline, the caller's signal, the client's closing. Every stage
 * that waits puts itself in `onEnd` and is woken at once. It holds no timer: `OpenCalls` watches the time of all
 * calls and says when a deadline is due. It holds no listener of its own either, and nothing after `dispose`.
 *
 * While an answer is awaited the deadline lets `answerGraceMs` pass, so that the service's own word on the
 * deadline can still arrive.
 */
import type { Interrupt } from '../../transport/wire.js';
import type { Environment } from '../environment.js';
import { followSignal, reasonOf } from './follow-signal.js';
import type { Member } from './roster.js';

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

export class Lifeline implements Interrupt, Member {
  readonly startedMs: number;
  readonly deadlineMs: number;
  /** When time ends it, on the monotonic clock, as far as is known; infinite once it has ended. */
  dueMs: number;
  /** Why the call must end; `undefined` while it may go on. */
  ended: Ended | undefined;
  awaitingAnswer = false;
  /** Where it stands among the open calls; theirs to keep. */
  place = 0;
  /** A try is under way, connecting included: closing the client lets it finish. */
  trying = false;
  /** The client is closing: no further try begins. */
  closing = false;
  readonly #environment: Environment;
  readonly #answerGraceMs: number;
  #inGrace = false;
  #unfollow: (() => void) | undefined;
  #onEnd: (() => void) | undefined;

  /** @throws PackUsageError when the signal cannot be listened to. */
  constructor(environment: Environment, options: LifelineOptions) {
    const { timeoutMs, answerGraceMs, signal } = options;
    this.#environment = environment;
    this.#answerGraceMs = answerGraceMs;
    this.startedMs = options.startedMs ?? environment.nowMs();
    this.deadlineMs = this.startedMs + timeoutMs;
    this.dueMs = this.deadlineMs;
    if (signal === undefined) return;
    if (signal.aborted === true) this.#end({ reason: 'cancelled', cause: reasonOf(signal) });
    else this.#unfollow = followSignal(signal, (cause) => this.#end({ reason: 'cancelled', cause }));
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

  /**
   * Asked before each step, and just before a request is written: past the deadline nothing is, even if the timer is
   * late.
   */
  get isOver(): boolean {
    return this.isOverAt(this.#environment.nowMs());
  }

  /** The same for a moment that is known already, on the monotonic clock. */
  isOverAt(nowMs: number): boolean {
    if (this.ended === undefined && this.deadlineMs <= nowMs) this.#end({ reason: 'deadline-exceeded' });
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

  /**
   * `dueMs` has come: ends, or gives the answer that is awaited its grace, counted from the deadline however late
   * this is.
   */
  expire(): void {
    if (this.awaitingAnswer && !this.#inGrace && this.#answerGraceMs > 0) {
      this.#inGrace = true;
      this.dueMs = this.deadlineMs + this.#answerGraceMs;
      return;
    }
    this.#end({ reason: 'deadline-exceeded' });
  }

  dispose(): void {
    this.#unfollow?.();
    this.#unfollow = undefined;
    this.#onEnd = undefined;
  }

  #end(ended: Ended): void {
    if (this.ended !== undefined) return;
    this.ended = ended;
    this.dueMs = Number.POSITIVE_INFINITY;
    const wake = this.#onEnd;
    this.#onEnd = undefined;
    wake?.();
  }
}
