/**
 * Gives each call a slot at a replica: at most `limit` calls in flight per replica, first come first served, the
 * rest wait here rather than collect refusals. A slot that comes free is handed to the first in line directly.
 * Retries whose wait is over go before new calls. It knows nothing of outcomes; `Replica` keeps the limit, and
 * `chooseReplica` says where a call goes.
 */
import { chooseReplica, type ReplicaWish } from './choose-replica.js';
import type { Environment } from './environment.js';
import type { Lifeline } from './lifeline.js';
import type { Replica } from './replica.js';
import { WaitLine } from './wait-line.js';

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

interface Waiter extends ReplicaWish {
  readonly insistsFromMs: number;
  readonly opensInMs: (() => number) | undefined;
  grant(replica: Replica): void;
}

const defaultPatienceMs = 10_000;

/** The delays of those in line make the whole line be asked again, but not more often than this. */
const askAgainMs = 100;

/** What no replica's state is. */
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
  /** What each replica was when everybody in line was asked last. */
  readonly #seen: Int8Array;
  /** When delays of their own were last a reason to ask everybody, and when they will be again. */
  #askedMs = Number.NEGATIVE_INFINITY;
  #dueMs = Number.POSITIVE_INFINITY;
  #stopWatch: (() => void) | undefined;
  #watchedMs = 0;
  #turn = 0;

  constructor(replicas: readonly Replica[], maxQueue: number, environment: Environment) {
    this.#replicas = replicas;
    this.#maxQueue = maxQueue;
    this.#environment = environment;
    this.#seen = new Int8Array(replicas.length).fill(unseen);
    // If every client began at the first replica, that one would get all calls of clients that make only one.
    const first = Math.floor(environment.random() * replicas.length);
    for (const [at, replica] of replicas.entries()) replica.turn = at < first ? at : at - replicas.length;
    this.#turn = replicas.length;
  }

  get waiting(): number {
    return this.#retries.length + this.#calls.length;
  }

  /**
   * A slot at once, or a promise of one; `undefined` from the promise when the call ended while waiting. A retry
   * is never turned away for a full queue: it had its place before.
   */
  acquire(lifeline: Lifeline, wish: SlotWish): Replica | 'queue-full' | Promise<Replica | undefined> {
    const nowMs = this.#environment.nowMs();
    let replica = chooseReplica(this.#replicas, wish, nowMs);
    if (replica !== undefined && this.waiting > 0) {
      // Those in line come first, should they have a use for it by now.
      this.#serve(nowMs);
      replica = chooseReplica(this.#replicas, wish, nowMs);
    }
    if (replica !== undefined) return this.#take(replica);
    if (!wish.isRetry && this.waiting >= this.#maxQueue) return 'queue-full';
    return this.#wait(lifeline, wish, nowMs);
  }

  /** Gives a slot back; whoever is first in line gets it. */
  release(replica: Replica): void {
    replica.inFlight -= 1;
    if (this.waiting > 0) this.#serve(this.#environment.nowMs());
  }

  #take(replica: Replica): Replica {
    this.#turn += 1;
    replica.turn = this.#turn;
    replica.inFlight += 1;
    return replica;
  }

  #wait(lifeline: Lifeline, wish: SlotWish, nowMs: number): Promise<Replica | undefined> {
    return new Promise((resolve) => {
      const { isRetry, allows, opensInMs, patienceMs = defaultPatienceMs } = wish;
      const home = this.#shortest();
      const settle = (replica: Replica | undefined) => {
        leave();
        home.queued -= 1;
        lifeline.onEnd = undefined;
        if (this.waiting === 0) this.#unwatch();
        resolve(replica);
      };
      const grant = (replica: Replica) => settle(this.#take(replica));
      const waiter = { isRetry, allows, opensInMs, insistsFromMs: nowMs + patienceMs, grant };
      const leave = (isRetry ? this.#retries : this.#calls).join(waiter);
      home.queued += 1;
      this.#expect(waiter, nowMs);
      this.#watch(nowMs);
      lifeline.onEnd = () => settle(undefined);
    });
  }

  /**
   * Hands out what is free, to the first in line who can use it. Those who had no use for anything when they were
   * last asked are asked again only if a replica changed since, or a delay of their own is over: thousands who
   * wait for one replica must not slow down the others.
   */
  #serve(nowMs: number): void {
    const isDue = this.#dueMs <= nowMs;
    if (isDue) {
      this.#seen.fill(unseen);
      this.#askedMs = nowMs;
      this.#dueMs = Number.POSITIVE_INFINITY;
    }
    const askedAll = this.#ask(this.#retries, nowMs, isDue) && this.#ask(this.#calls, nowMs, isDue);
    if (askedAll)
      for (const [at, replica] of this.#replicas.entries()) this.#seen[at] = stateOf(replica, nowMs);
    if (this.waiting > 0) this.#watch(nowMs);
  }

  /** False once there is nothing to hand out that those further behind had not seen already. */
  #ask(line: WaitLine<Waiter>, nowMs: number, isDue: boolean): boolean {
    for (const waiter of line) {
      if (!this.#hasChanged(nowMs)) return false;
      const replica = chooseReplica(this.#replicas, waiter, nowMs);
      if (replica !== undefined) waiter.grant(replica);
      // Nothing for a call that takes any replica: nothing for those behind it either.
      else if (!waiter.isRetry && waiter.allows === undefined) break;
      else if (isDue) this.#expect(waiter, nowMs);
    }
    return true;
  }

  #hasChanged(nowMs: number): boolean {
    for (let at = 0; at < this.#replicas.length; at += 1) {
      const replica = this.#replicas[at];
      if (replica !== undefined && this.#seen[at] !== stateOf(replica, nowMs)) return true;
    }
    return false;
  }

  /** Sees to it that a waiter is asked again when a delay of its own is over. */
  #expect({ isRetry, opensInMs, insistsFromMs }: Waiter, nowMs: number): void {
    const inMs = opensInMs?.() ?? 0;
    let whenMs = isRetry && insistsFromMs > nowMs ? insistsFromMs : Number.POSITIVE_INFINITY;
    if (inMs > 0) whenMs = Math.min(whenMs, nowMs + inMs);
    this.#dueMs = Math.min(this.#dueMs, Math.max(whenMs, this.#askedMs + askAgainMs));
  }

  #shortest(): Replica {
    return this.#replicas.reduce((least, replica) =>
      replica.inFlight + replica.queued < least.inFlight + least.queued ? replica : least,
    );
  }

  /** Looks again when something ends that no release tells of: a replica's cooling or rest, a waiter's delay. */
  #watch(nowMs: number): void {
    let whenMs = this.#dueMs;
    for (const replica of this.#replicas) {
      const inMs = replica.isFree ? replica.changesInMs(nowMs) : 0;
      if (inMs > 0) whenMs = Math.min(whenMs, nowMs + inMs);
    }
    if (this.#stopWatch !== undefined && this.#watchedMs <= whenMs) return;
    this.#unwatch();
    if (whenMs === Number.POSITIVE_INFINITY) return;
    this.#watchedMs = whenMs;
    this.#stopWatch = this.#environment.startTimer(
      () => {
        this.#stopWatch = undefined;
        this.#serve(this.#environment.nowMs());
      },
      Math.max(0, Math.ceil(whenMs - nowMs)),
    );
  }

  #unwatch(): void {
    this.#stopWatch?.();
    this.#stopWatch = undefined;
    if (this.waiting === 0) this.#dueMs = Number.POSITIVE_INFINITY;
  }
}
