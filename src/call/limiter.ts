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
    const line = wish.isRetry ? this.#retries : this.#calls;
    if (line.length === 0 && (wish.isRetry || this.#retries.length === 0)) {
      const replica = this.#pick(wish);
      if (replica !== undefined) {
        replica.inFlight += 1;
        return replica;
      }
    }
    if (!wish.isRetry && this.waiting >= this.#maxQueue) return 'queue-full';
    return this.#wait(lifeline, line, wish);
  }

  /** Gives a slot back; whoever is first in line gets it. */
  release(replica: Replica): void {
    replica.inFlight -= 1;
    if (this.waiting > 0) this.#serve();
  }

  #wait(lifeline: Lifeline, line: WaitLine<Waiter>, wish: SlotWish): Promise<Replica | undefined> {
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
      const leave = line.join({
        ...wish,
        grant: (replica) => {
          replica.inFlight += 1;
          settle(replica);
        },
      });
      lifeline.onEnd = () => settle(undefined);
      // Those ahead may wait for another replica than the one that is free.
      if (this.#replicas.some(({ isFree }) => isFree)) this.#serve();
    });
  }

  #serve(): void {
    for (const line of [this.#retries, this.#calls]) {
      for (const waiter of line) {
        const replica = this.#pick(waiter);
        if (replica !== undefined) waiter.grant(replica);
        // Nothing free for a waiter that takes any replica: nothing for those behind it either.
        else if (waiter.allows === undefined) break;
        if (!this.#replicas.some(({ isFree }) => isFree)) return;
      }
    }
    if (this.waiting > 0) this.#watchCooling();
  }

  /** The free replica with the fewest calls, cooling ones only when no other would do. */
  #pick({ allows }: SlotWish): Replica | undefined {
    const count = this.#replicas.length;
    const nowMs = count > 1 ? this.#environment.nowMs() : 0;
    let best: Replica | undefined;
    let anyWarm = false;
    this.#turn += 1;
    for (let step = 0; step < count; step += 1) {
      const replica = this.#replicas[(this.#turn + step) % count];
      if (replica === undefined || allows?.(replica) === false) continue;
      const warm = count === 1 || replica.coolingMs(nowMs) === 0;
      if (warm && !anyWarm) {
        anyWarm = true;
        best = undefined;
      }
      if (warm !== anyWarm || !replica.isFree) continue;
      if (best === undefined || replica.inFlight < best.inFlight) best = replica;
    }
    return best;
  }

  #shortest(): Replica {
    return this.#replicas.reduce((least, replica) =>
      replica.inFlight + replica.queued < least.inFlight + least.queued ? replica : least,
    );
  }

  /** A replica that cools down has free slots and nobody to release one: look again when it is done. */
  #watchCooling(): void {
    if (this.#replicas.length === 1 || this.#stopWatch !== undefined) return;
    const nowMs = this.#environment.nowMs();
    const cooling = this.#replicas.map((replica) => replica.coolingMs(nowMs)).filter((ms) => ms > 0);
    if (cooling.length === 0) return;
    this.#stopWatch = this.#environment.startTimer(
      () => {
        this.#stopWatch = undefined;
        this.#serve();
      },
      Math.min(...cooling),
    );
  }

  #unwatch(): void {
    this.#stopWatch?.();
    this.#stopWatch = undefined;
  }
}
