/**
 * Gives each call a slot at a replica: at most `limit` calls in flight per replica, first come first served, the
 * rest wait here rather than collect refusals. A slot that comes free is handed to the first in line directly.
 *
 * It knows nothing of outcomes; `Replica` keeps the limit, and `chooseReplica` says where a call goes.
 */

import type { Environment } from '../environment.js';
import type { Lifeline } from '../lifetime/lifeline.js';
import { chooseReplica } from './choose-replica.js';
import type { Replica } from './replica.js';
import { Waiter, WaitLines } from './wait-lines.js';

export interface SlotWish {
  /** A retry: goes before new calls. */
  readonly isRetry: boolean;
  /** Replicas that will do; `undefined`: each of them. */
  readonly allows: ((replica: Replica) => boolean) | undefined;
  /** Milliseconds until `allows` may say yes to one more replica; 0 when time changes nothing. Default 0. */
  readonly opensInMs?: (() => number) | undefined;
  /** Milliseconds that a retry waits for a replica that is not cooling down. Default 10,000. */
  readonly patienceMs?: number | undefined;
}

const defaultPatienceMs = 10_000;

interface WaitingOptions {
  readonly lifeline: Lifeline;
  /** The replica that it counts on, for `stats()`. */
  readonly home: Replica;
  readonly nowMs: number;
  readonly settle: (replica: Replica | undefined) => void;
  readonly onGrant: (waiter: WaitingCall, replica: Replica) => void;
}

class WaitingCall extends Waiter {
  readonly isRetry: boolean;
  readonly allows: SlotWish['allows'];
  readonly opensInMs: SlotWish['opensInMs'];
  readonly insistsFromMs: number;
  readonly lifeline: Lifeline;
  readonly home: Replica;
  readonly settle: WaitingOptions['settle'];
  readonly #onGrant: WaitingOptions['onGrant'];
  /** For the moment at which it would take other replicas. */
  stopTimer: (() => void) | undefined;

  constructor(number: number, wish: SlotWish, { lifeline, home, nowMs, settle, onGrant }: WaitingOptions) {
    super(number);
    this.isRetry = wish.isRetry;
    this.allows = wish.allows;
    this.opensInMs = wish.opensInMs;
    this.insistsFromMs = nowMs + (wish.patienceMs ?? defaultPatienceMs);
    this.lifeline = lifeline;
    this.home = home;
    this.settle = settle;
    this.#onGrant = onGrant;
  }

  grant(replica: Replica): void {
    this.#onGrant(this, replica);
  }
}

export class Limiter {
  readonly #replicas: readonly Replica[];
  readonly #maxQueue: number;
  readonly #environment: Environment;
  readonly #lines: WaitLines;
  #waiting = 0;
  #came = 0;
  #turn = 0;
  /** The same for all who wait. */
  readonly #onGrant: (waiter: WaitingCall, replica: Replica) => void;
  #stopWatch: (() => void) | undefined;
  #watchedMs = 0;

  constructor(replicas: readonly Replica[], maxQueue: number, environment: Environment) {
    this.#replicas = replicas;
    this.#lines = new WaitLines(replicas);
    this.#maxQueue = maxQueue;
    this.#environment = environment;
    // If every client began at the first replica, that one would get all calls of clients that make only one.
    const first = Math.floor(environment.random() * replicas.length);
    for (const [at, replica] of replicas.entries()) replica.turn = at < first ? at : at - replicas.length;
    this.#turn = replicas.length;
    this.#onGrant = (waiter, replica) => this.#settle(waiter, this.#take(replica));
  }

  get waiting(): number {
    return this.#waiting;
  }

  /**
   * A slot at once, or a promise of one; `undefined` from the promise when the call ended while waiting. A retry
   * is never turned away for a full queue: it had its place before.
   */
  acquire(
    lifeline: Lifeline,
    wish: SlotWish,
    nowMs = this.#environment.nowMs(),
  ): Replica | 'queue-full' | Promise<Replica | undefined> {
    let replica = chooseReplica(this.#replicas, wish, nowMs);
    if (replica !== undefined && this.#waiting > 0) {
      // Those in line come first, should they have a use for it by now.
      this.#serve(nowMs);
      replica = chooseReplica(this.#replicas, wish, nowMs);
    }
    if (replica !== undefined) return this.#take(replica);
    if (!wish.isRetry && this.#waiting >= this.#maxQueue) return 'queue-full';
    return this.#wait(lifeline, wish, nowMs);
  }

  /** Gives a slot back; whoever is first in line gets it. */
  release(replica: Replica): void {
    replica.inFlight -= 1;
    if (this.#waiting > 0) this.#serve(this.#environment.nowMs());
  }

  #take(replica: Replica): Replica {
    this.#turn += 1;
    replica.turn = this.#turn;
    replica.inFlight += 1;
    return replica;
  }

  #wait(lifeline: Lifeline, wish: SlotWish, nowMs: number): Promise<Replica | undefined> {
    return new Promise((resolve) => {
      const waiter = new WaitingCall(this.#came, wish, {
        lifeline,
        home: this.#shortest(),
        nowMs,
        settle: resolve,
        onGrant: this.#onGrant,
      });
      this.#stand(waiter, nowMs);
      waiter.home.queued += 1;
      this.#waiting += 1;
      this.#came += 1;
      this.#watch(nowMs);
      lifeline.onEnd = () => this.#settle(waiter, undefined);
    });
  }

  #settle(waiter: WaitingCall, replica: Replica | undefined): void {
    waiter.stopTimer?.();
    this.#lines.leave(waiter);
    waiter.home.queued -= 1;
    this.#waiting -= 1;
    if (this.#waiting === 0) this.#unwatch();
    waiter.lifeline.onEnd = undefined;
    waiter.settle(replica);
  }

  /** Puts a waiter into its line, and into another when time changes what it would take. */
  #stand(waiter: WaitingCall, nowMs: number): void {
    this.#lines.join(waiter, nowMs);
    const inMs = changesInMs(waiter, nowMs);
    if (inMs === Number.POSITIVE_INFINITY) return;
    waiter.stopTimer = this.#environment.startTimer(() => {
      this.#lines.leave(waiter);
      const thenMs = this.#environment.nowMs();
      this.#stand(waiter, thenMs);
      this.#serve(thenMs);
    }, Math.ceil(inMs));
  }

  /** Hands out what is free, as long as somebody in line can use it. */
  #serve(nowMs: number): void {
    for (let next = this.#lines.next(nowMs); next !== undefined; next = this.#lines.next(nowMs)) {
      next.waiter.grant(next.replica);
    }
    if (this.#waiting > 0) this.#watch(nowMs);
  }

  #shortest(): Replica {
    return this.#replicas.reduce((least, replica) =>
      replica.inFlight + replica.queued < least.inFlight + least.queued ? replica : least,
    );
  }

  /** Looks again when a replica's cooling or rest ends, of which no release tells. */
  #watch(nowMs: number): void {
    let inMs = Number.POSITIVE_INFINITY;
    for (const replica of this.#replicas) {
      if (replica.isFree) inMs = Math.min(inMs, replica.changesInMs(nowMs));
    }
    if (this.#stopWatch !== undefined && this.#watchedMs <= nowMs + inMs) return;
    this.#unwatch();
    if (inMs === Number.POSITIVE_INFINITY) return;
    this.#watchedMs = nowMs + inMs;
    this.#stopWatch = this.#environment.startTimer(() => {
      this.#stopWatch = undefined;
      this.#serve(this.#environment.nowMs());
    }, Math.ceil(inMs));
  }

  #unwatch(): void {
    this.#stopWatch?.();
    this.#stopWatch = undefined;
  }
}

/** Milliseconds until time alone changes what a waiter would take; infinite when it will not. */
function changesInMs({ isRetry, opensInMs, insistsFromMs }: Waiter, nowMs: number): number {
  const opens = opensInMs?.() ?? 0;
  const insists = isRetry ? insistsFromMs - nowMs : 0;
  return Math.min(
    opens > 0 ? opens : Number.POSITIVE_INFINITY,
    insists > 0 ? insists : Number.POSITIVE_INFINITY,
  );
}
