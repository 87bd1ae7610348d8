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

/** Those in line are asked again after so long, since delays that they keep for themselves end unseen. */
const askAgainMs = 250;
const unseen = -1;

/** All that matters about a replica to one who waits. */
function stateOf(replica: Replica, nowMs: number): number {
  return replica.isOpen(nowMs) ? 3 + replica.trust(nowMs) : replica.trust(nowMs);
}

export class Limiter {
  readonly #replicas: readonly Replica[];
  readonly #maxQueue: number;
  readonly #environment: Environment;
  readonly #retries = new WaitLine<Waiter>();
  readonly #calls = new WaitLine<Waiter>();
  #stopWatch: (() => void) | undefined;
  #watchedMs = 0;
  /** What each replica was to those in line when all of them were last asked, and when that was. */
  readonly #seen: Int8Array;
  #askedMs = Number.NEGATIVE_INFINITY;
  #turn = 0;

  constructor(replicas: readonly Replica[], maxQueue: number, environment: Environment) {
    this.#replicas = replicas;
    this.#maxQueue = maxQueue;
    this.#environment = environment;
    this.#seen = new Int8Array(replicas.length).fill(unseen);
    // Clients that all begin with the first replica would be too many there.
    const first = Math.floor(environment.random() * replicas.length);
    for (const [at, replica] of replicas.entries()) replica.turn = at < first ? at : at - replicas.length;
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
    if (replica !== undefined && this.waiting > 0 && this.#serve()) replica = this.#pick(wish);
    if (replica !== undefined) return this.#take(replica);
    if (!wish.isRetry && this.waiting >= this.#maxQueue) return 'queue-full';
    return this.#wait(lifeline, wish);
  }

  /** Gives a slot back; whoever is first in line gets it. */
  release(replica: Replica): void {
    replica.inFlight -= 1;
    if (this.waiting > 0) this.#serve();
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
          settle(this.#take(replica));
        },
      });
      lifeline.onEnd = () => settle(undefined);
      this.#watch();
    });
  }

  /**
   * Hands out what is free, to the first in line who can use it; true if anybody got something. Those who had no
   * use for it when they were last asked are asked again only if something changed since, so that thousands who
   * wait for one replica do not slow down the others.
   */
  #serve(): boolean {
    const nowMs = this.#environment.nowMs();
    const before = this.waiting;
    if (nowMs - this.#askedMs >= askAgainMs) this.#seen.fill(unseen);
    for (const line of [this.#retries, this.#calls]) {
      for (const waiter of line) {
        if (!this.#hasChanged(nowMs)) return this.#served(before);
        const replica = this.#pick(waiter);
        if (replica !== undefined) waiter.grant(replica);
        // Nothing for a waiter that takes any replica: nothing for those behind it either.
        else if (waiter.allows === undefined) break;
      }
    }
    this.#askedMs = nowMs;
    for (const [at, replica] of this.#replicas.entries()) this.#seen[at] = stateOf(replica, nowMs);
    return this.#served(before);
  }

  #served(before: number): boolean {
    if (this.waiting > 0) this.#watch();
    return this.waiting < before;
  }

  #hasChanged(nowMs: number): boolean {
    for (const [at, replica] of this.#replicas.entries()) {
      if (this.#seen[at] !== stateOf(replica, nowMs)) return true;
    }
    return false;
  }

  /**
   * The free replica with the fewest calls, of those the one that had none for the longest. Avoided ones are taken
   * only when no other would do, and retries wait even then: new calls find out soon enough, and all that wait
   * would go there again and again. A retry does not try out a replica that failed last while others did not.
   */
  #pick({ allows, isRetry }: SlotWish): Replica | undefined {
    const replicas = this.#replicas;
    const nowMs = this.#environment.nowMs();
    let best: Replica | undefined;
    let bestTrust = -1;
    let choices = 0;
    for (const replica of replicas) {
      if (allows?.(replica) === false) continue;
      choices += 1;
      let trust = replica.trust(nowMs);
      if (trust === 1 && !isRetry) trust = 2;
      if (trust < bestTrust) continue;
      if (trust > bestTrust) {
        bestTrust = trust;
        best = undefined;
      }
      if (!replica.isOpen(nowMs)) continue;
      if (best === undefined || replica.inFlight < best.inFlight) best = replica;
      else if (replica.inFlight === best.inFlight && replica.turn < best.turn) best = replica;
    }
    return isRetry && bestTrust === 0 && choices > 1 ? undefined : best;
  }

  #take(replica: Replica): Replica {
    this.#turn += 1;
    replica.turn = this.#turn;
    replica.inFlight += 1;
    return replica;
  }

  #shortest(): Replica {
    return this.#replicas.reduce((least, replica) =>
      replica.inFlight + replica.queued < least.inFlight + least.queued ? replica : least,
    );
  }

  /** Nobody releases the slots of a replica that cools down or rests: look again when it is done. */
  #watch(): void {
    const nowMs = this.#environment.nowMs();
    let inMs = Number.POSITIVE_INFINITY;
    for (const replica of this.#replicas) {
      if (!replica.isFree) continue;
      const idleMs = Math.max(replica.coolingMs(nowMs), replica.restingMs(nowMs));
      inMs = Math.min(inMs, this.#retries.length > 0 ? Math.min(idleMs || askAgainMs, askAgainMs) : idleMs || inMs);
    }
    if (inMs === Number.POSITIVE_INFINITY) return;
    if (this.#stopWatch !== undefined && this.#watchedMs <= nowMs + inMs) return;
    this.#unwatch();
    this.#watchedMs = nowMs + inMs;
    this.#stopWatch = this.#environment.startTimer(() => {
      this.#stopWatch = undefined;
      this.#serve();
    }, Math.ceil(inMs));
  }

  #unwatch(): void {
    this.#stopWatch?.();
    this.#stopWatch = undefined;
  }
}
