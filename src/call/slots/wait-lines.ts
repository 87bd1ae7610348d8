/**
 * All who wait for a slot. Those who would take the same replicas stand in one line: what is of no use to its first
 * is of none to those behind, so only the first of each line is ever asked, and thousands who wait for one replica
 * cost the others nothing. Among the lines a retry, whose wait is over, goes before a new call, then whoever came
 * first. It does not know when anything comes free.
 */
import { chooseReplica, type ReplicaWish } from './choose-replica.js';
import type { Replica } from './replica.js';
import { Standing, WaitLine } from './wait-line.js';

/** A call that waits for a slot. One object without closures: thousands may wait. */
export abstract class Waiter extends Standing<Waiter> implements ReplicaWish {
  /** Where it stands. */
  line: NamedLine | undefined;
  abstract readonly isRetry: boolean;
  abstract readonly allows: ReplicaWish['allows'];
  abstract readonly insistsFromMs: number;
  /** Milliseconds until `allows` may say yes to one more replica; 0 when time changes nothing. */
  abstract readonly opensInMs: (() => number) | undefined;
  /** Takes a slot at the replica, and leaves. */
  abstract grant(replica: Replica): void;
}

class NamedLine extends WaitLine<Waiter> {
  readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
  }
}

export interface Match {
  readonly waiter: Waiter;
  readonly replica: Replica;
}

export class WaitLines {
  readonly #replicas: readonly Replica[];
  /** By what those who stand in it would take; none is empty. */
  readonly #lines = new Map<string, NamedLine>();

  constructor(replicas: readonly Replica[]) {
    this.#replicas = replicas;
  }

  /** Joins the line of those who would take the same as this waiter takes now. */
  join(waiter: Waiter, nowMs: number): void {
    const name = lineName(waiter, this.#replicas, nowMs);
    let line = this.#lines.get(name);
    if (line === undefined) {
      line = new NamedLine(name);
      this.#lines.set(name, line);
    }
    line.join(waiter);
    waiter.line = line;
  }

  leave(waiter: Waiter): void {
    const { line } = waiter;
    if (line === undefined) return;
    waiter.line = undefined;
    line.leave(waiter);
    if (line.first === undefined) this.#lines.delete(line.name);
  }

  /** Who is next, and with which replica; `undefined` when what is free is of use to nobody. */
  next(nowMs: number): Match | undefined {
    let match: Match | undefined;
    for (const { first: waiter } of this.#lines.values()) {
      if (waiter === undefined || (match !== undefined && !goesBefore(waiter, match.waiter))) continue;
      const replica = chooseReplica(this.#replicas, waiter, nowMs);
      if (replica !== undefined) match = { waiter, replica };
    }
    return match;
  }
}

/** The same for all who would be given the same replicas. */
function lineName({ isRetry, allows, insistsFromMs }: Waiter, replicas: readonly Replica[], nowMs: number) {
  const marks = allows === undefined ? 'any' : replicas.map((one) => (allows(one) ? '+' : '-')).join('');
  if (!isRetry) return `call ${marks}`;
  return nowMs < insistsFromMs ? `retry ${marks}` : `insisting retry ${marks}`;
}

function goesBefore(one: Waiter, other: Waiter): boolean {
  return one.isRetry === other.isRetry ? one.number < other.number : one.isRetry;
}
