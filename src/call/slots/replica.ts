/**
 * One replica as the policy sees it: its address, its connections, how many calls it has and may have, and whether
 * new calls had better go elsewhere for a while. It starts nothing by itself.
 */
import type { Drift } from '../../observe/replica-records.js';
import type { ReplicaAddress } from '../../options/types.js';
import type { Transport } from '../../transport/wire.js';
import { initialLimit, type LimitState, lowerLimit, raiseLimit, restMs } from './limit.js';

/** Cooling after a connection that could not be opened, doubling while that goes on. */
const firstCoolingMs = 500;
const maxCoolingMs = 4_000;
/** How long one call alone finds out whether a replica is back. */
const findingOutMs = 500;

/** Which builds a replica can answer with before the oldest are forgotten; only to log each change once. */
const maxBuilds = 100;

export class Replica {
  readonly address: ReplicaAddress;
  readonly transport: Transport;
  /** Calls in flight. */
  inFlight = 0;
  /** Greater, the later it was given its last call. */
  turn = 0;
  /** Calls in the line that counted on this replica when they joined. */
  queued = 0;
  /** The build that answered last. */
  artifactVersion: string | undefined;
  readonly #builds = new Set<string>();
  #limit: LimitState;
  #coolUntilMs = Number.NEGATIVE_INFINITY;
  #restUntilMs = Number.NEGATIVE_INFINITY;
  #failures = 0;

  constructor(address: ReplicaAddress, transport: Transport, maxConcurrency: number) {
    this.address = address;
    this.transport = transport;
    this.#limit = initialLimit(maxConcurrency);
  }

  get limit(): number {
    return this.#limit.limit;
  }

  get isFree(): boolean {
    return this.inFlight < this.#limit.limit;
  }

  /** May be given a call now. */
  isOpen(nowMs: number): boolean {
    return this.isFree && this.#restUntilMs <= nowMs;
  }

  /**
   * 0: had better be avoided, since it cools down, or has and one call is finding out whether it is back (more
   * at once might all be lost to a machine that answers nothing); 1: one call may find out; 2: it works.
   */
  trust(nowMs: number): 0 | 1 | 2 {
    if (this.#failures === 0) return 2;
    if (this.#coolUntilMs > nowMs) return 0;
    // The call that finds out may be a slow one: with time, one more may, and one more.
    return this.inFlight > Math.floor((nowMs - this.#coolUntilMs) / findingOutMs) ? 0 : 1;
  }

  /** Milliseconds until time alone changes what it may be given; infinite when it will not. */
  changesInMs(nowMs: number): number {
    const coolMs = this.#coolUntilMs - nowMs;
    const restMs = this.#restUntilMs - nowMs;
    let inMs = restMs > 0 ? restMs : Number.POSITIVE_INFINITY;
    if (coolMs > 0) inMs = Math.min(inMs, coolMs);
    else if (this.#failures > 0) inMs = Math.min(inMs, findingOutMs - (-coolMs % findingOutMs));
    return inMs;
  }

  coolingMs(nowMs: number): number {
    return Math.max(0, this.#coolUntilMs - nowMs);
  }

  /** The build that an answer names; what to log, the first time this replica changes to it. */
  answeredBy(artifactVersion: string): Drift | undefined {
    const previous = this.artifactVersion;
    if (artifactVersion === previous) return undefined;
    this.artifactVersion = artifactVersion;
    const isNew = !this.#builds.has(artifactVersion);
    if (this.#builds.size >= maxBuilds) this.#builds.clear();
    this.#builds.add(artifactVersion);
    if (previous === undefined || !isNew) return undefined;
    return { replica: this.address.url, artifactVersion, previous };
  }

  /** It answered a call, while all its slots were taken (`atLimit`) or not. Whether that ends a time of failures. */
  succeeded(atLimit: boolean): boolean {
    const isBack = this.#failures > 0;
    this.#failures = 0;
    this.#coolUntilMs = Number.NEGATIVE_INFINITY;
    this.#restUntilMs = Number.NEGATIVE_INFINITY;
    this.#limit = raiseLimit(this.#limit, atLimit);
    return isBack;
  }

  /** It said 503 `overloaded` to one call in flight; the others are what it takes. */
  overloaded(nowMs: number): void {
    this.#limit = lowerLimit(this.#limit, this.inFlight - 1);
    this.#restUntilMs = nowMs + restMs(this.#limit);
  }

  /** It said 503 for another reason and named a delay. Whether it cools down from now on. */
  refused(retryAfterMs: number, nowMs: number): boolean {
    return this.#cool(retryAfterMs, nowMs);
  }

  /** No connection could be opened. Whether it cools down from now on. */
  unreachable(nowMs: number): boolean {
    return this.#cool(firstCoolingMs, nowMs);
  }

  /** Failures of calls that went out before, or because all others cool down too, do not make it longer. */
  #cool(forMs: number, nowMs: number): boolean {
    if (this.#coolUntilMs > nowMs) return false;
    this.#coolUntilMs = nowMs + Math.min(maxCoolingMs, Math.max(forMs, firstCoolingMs * 2 ** this.#failures));
    this.#failures = Math.min(this.#failures + 1, 10);
    return true;
  }
}
