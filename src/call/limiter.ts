/**
 * Gives each call a slot at a replica: at most `limit` calls in flight per replica, first come first served, the
 * rest wait here rather than collect refusals. A slot that comes free is handed to the first in line directly.
 * Retries whose wait is over go before new calls. It knows nothing of outcomes; `Replica` keeps the limit.
 */
import type { Environment } from './environment.js';
import type { Lifeline } from './lifeline.js';
import type { Replica } from './replica.js';
import { WaitLine } from './wait-line.js';

export interface SlotWish {
  /** A retry: goes before new calls. */
  readonly isRetry: boolean;
  /** Replicas that will do; `undefined`: any. */
  readonly allows: ((replica: Replica) => boolean) | undefined;
}

interface Waiter extends SlotWish {
  grant(replica: Replica): void;
}

export class Limiter {
  readonly #replicas: readonly Replica[];
  readonly #maxQueue: number;
  readonly #environment: Environment;
  readonly #retries = new WaitLine<Waiter>();
  readonly #calls = new WaitLine<Waiter>();
  #stopWatch: (() => void) | undefined;
  #watchedMs = 0;
  /** How many replicas were preferred when the lines were last gone through. */
  #preferred = 0;
  #turn = 0;

  constructor(replicas: readonly Replica[], maxQueue: number, environment: Environment) {
    this.#replicas = replicas;
    this.#maxQueue = maxQueue;
    this.#environment = environment;
  }

  get waiting(): number {
    return this.#retries.length + this.#calls.length;
  }

  /**
   * A slot at once, or a promise of one; `undefined` from the promise when the call ended while waiting. A retry
   * is never turned away for a full queue: it had its place before.
   */
  acquire(lifeline: Lifeline, wish: SlotWish): Replica | 'queue-full' | Promise<Replica | undefined> {
    let replica = this.#pick(wish);
    if (replica !== undefined && this.waiting > 0) {
      // Those in line had no use for it a moment ago; if that has changed, it is theirs.
      this.#serve();
      replica = this.#pick(wish);
    }
    if (replica !== undefined) {
      replica.inFlight += 1;
      return replica;
    }
    if (!wish.isRetry && this.waiting >= this.#maxQueue) return 'queue-full';
    return this.#wait(lifeline, wish);
  }

  /** Gives a slot back; whoever is first in line gets it. */
  release(replica: Replica): void {
    replica.inFlight -= 1;
    if (this.waiting > 0) this.#serve(replica);
  }

  #wait(lifeline: Lifeline, wish: SlotWish): Promise<Replica | undefined> {
    return new Promise((resolve) => {
      const home = this.#shortest();
      home.queued += 1;
      const settle = (replica: Replica | undefined) => {
        leave();
        home.queued -= 1;
        lifeline.onEnd = undefined;
        if (this.waiting === 0) this.#unwatch();
        resolve(replica);
      };
      const line = wish.isRetry ? this.#retries : this.#calls;
      const leave = line.join({
        isRetry: wish.isRetry,
        allows: wish.allows,
        grant: (replica) => {
          replica.inFlight += 1;
          settle(replica);
        },
      });
      lifeline.onEnd = () => settle(undefined);
      this.#watch();
    });
  }

  /**
   * Hands out what is free. Once `released` is taken again, all is as it was when the lines were last gone
   * through, so with thousands waiting for something else they are not gone through again.
   */
  #serve(released?: Replica): void {
    const nowMs = this.#environment.nowMs();
    const preferred = this.#replicas.filter((replica) => !replica.isAvoided(nowMs)).length;
    const last = preferred === this.#preferred ? released : undefined;
    this.#preferred = preferred;
    const isDone = () =>
      last === undefined ? !this.#replicas.some((replica) => replica.isOpen(nowMs)) : !last.isOpen(nowMs);
    for (const line of [this.#retries, this.#calls]) {
      if (isDone()) break;
      for (const waiter of line) {
        const replica = this.#pick(waiter);
        if (replica !== undefined) waiter.grant(replica);
        // Nothing free for a waiter that takes any replica: nothing for those behind it either.
        else if (waiter.allows === undefined) break;
        if (isDone()) break;
      }
    }
    if (this.waiting > 0) this.#watch();
  }

  /** The free replica with the fewest calls, avoided ones only when no other would do. */
  #pick({ allows }: SlotWish): Replica | undefined {
    const count = this.#replicas.length;
    const nowMs = count > 1 || this.#replicas[0]?.isFree === true ? this.#environment.nowMs() : 0;
    let best: Replica | undefined;
    let anyPreferred = false;
    this.#turn += 1;
    for (let step = 0; step < count; step += 1) {
      const replica = this.#replicas[(this.#turn + step) % count];
      if (replica === undefined || allows?.(replica) === false) continue;
      const preferred = count === 1 || !replica.isAvoided(nowMs);
      if (preferred && !anyPreferred) {
        anyPreferred = true;
        best = undefined;
      }
      if (preferred !== anyPreferred || !replica.isOpen(nowMs)) continue;
      if (best === undefined || replica.inFlight < best.inFlight) best = replica;
    }
    return best;
  }

  #shortest(): Replica {
    return this.#replicas.reduce((least, replica) =>
      replica.inFlight + replica.queued < least.inFlight + least.queued ? replica : least,
    );
  }

  /** A replica that cools down or rests has free slots and nobody to release one: look again when it is done. */
  #watch(): void {
    const nowMs = this.#environment.nowMs();
    let soonestMs = Number.POSITIVE_INFINITY;
    for (const replica of this.#replicas) {
      if (!replica.isFree) continue;
      const idleMs = Math.max(replica.coolingMs(nowMs), replica.restingMs(nowMs));
      if (idleMs > 0) soonestMs = Math.min(soonestMs, nowMs + idleMs);
    }
    if (soonestMs === Number.POSITIVE_INFINITY) return;
    if (this.#stopWatch !== undefined && this.#watchedMs <= soonestMs) return;
    this.#unwatch();
    this.#watchedMs = soonestMs;
    this.#stopWatch = this.#environment.startTimer(
      () => {
        this.#stopWatch = undefined;
        this.#serve();
      },
      Math.ceil(soonestMs - nowMs),
    );
  }

  #unwatch(): void {
    this.#stopWatch?.();
    this.#stopWatch = undefined;
  }
}
