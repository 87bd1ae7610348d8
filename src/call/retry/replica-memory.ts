/** What one call has heard from replicas: until when each wants to be left alone, and which lack the tool or check. */
import type { Replica } from '../slots/replica.js';
import type { Verdict } from '../verdict/verdict.js';

export class ReplicaMemory {
  #notBeforeMs: Map<Replica, number> | undefined;
  #refused: Set<Replica> | undefined;

  /** Keeps what a verdict says about trying its replica again. */
  keep(replica: Replica, { ground, body }: Verdict, nowMs: number): void {
    this.#refused ??= new Set();
    this.#refused.add(replica);
    const lacks = ground === 'elsewhere';
    const asked = body.kind === 'transport' ? body.retryAfterMs : undefined;
    if (!lacks && asked === undefined) return;
    this.#notBeforeMs ??= new Map();
    this.#notBeforeMs.set(replica, lacks ? Number.POSITIVE_INFINITY : nowMs + (asked ?? 0));
  }

  /** Has it not said that it lacks the tool or check? */
  mayHave(replica: Replica): boolean {
    return this.#notBeforeMs?.get(replica) !== Number.POSITIVE_INFINITY;
  }

  /** Has this call not failed there yet, and would it take it now? */
  isFresh(replica: Replica, nowMs: number): boolean {
    return this.#refused?.has(replica) !== true && this.readyInMs(replica, nowMs) === 0;
  }

  /** Milliseconds until one more of the replicas that asked for a delay may be tried; 0 when none is to come. */
  opensInMs(nowMs: number): number {
    const later = [...(this.#notBeforeMs?.values() ?? [])].filter((ms) => ms > nowMs && Number.isFinite(ms));
    return later.length === 0 ? 0 : Math.min(...later) - nowMs;
  }

  /** Milliseconds until this call may try it again: by its own word, else by its cooling down. */
  readyInMs(replica: Replica, nowMs: number): number {
    if (this.#notBeforeMs?.has(replica) === true) return this.#askedMs(replica, nowMs);
    return replica.coolingMs(nowMs);
  }

  /** Is the delay that it asked for over? */
  takes(replica: Replica, nowMs: number): boolean {
    return this.#askedMs(replica, nowMs) === 0;
  }

  #askedMs(replica: Replica, nowMs: number): number {
    return Math.max(0, (this.#notBeforeMs?.get(replica) ?? 0) - nowMs);
  }
}
