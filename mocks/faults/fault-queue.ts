/**
 * Which fault strikes next: the one asked for first that fits, as long as it has times left. It shows none. What is
 * wrong with a test's own `when` is kept until somebody takes it, since no caller of the service could tell.
 */
import { isPromise } from 'node:util/types';
import { describeThrown } from '../service/pack-error.js';
import type { Fault, FaultOptions, FaultRequest } from './fault-options.js';
import { type FaultRow, faultRows } from './faults.js';

export interface PendingFault {
  readonly fault: Fault;
  readonly row: FaultRow;
  readonly options: FaultOptions;
  /** Uses it up by one. False when others have used it up meanwhile, or it was cleared. */
  use(): boolean;
}

export interface FaultQueue {
  add(fault: Fault, options: FaultOptions): void;
  clear(): void;
  /** Does a fault decide by the request? Then the request has to be read before `next`. */
  readonly decides: boolean;
  /**
   * The next fault of these places, for this request if one has come.
   *
   * @throws Error when a `when` threw, or gave what is no answer.
   */
  next(places: readonly FaultRow['at'][], request?: FaultRequest): PendingFault | undefined;
  /** The first error that `next` threw and nobody took yet; forgets them all. */
  takeError(): Error | undefined;
}

interface Entry extends PendingFault {
  left: number;
}

export function createFaultQueue(): FaultQueue {
  let entries: Entry[] = [];
  let error: Error | undefined;

  const fits = ({ fault, row, options: { when } }: Entry, request: FaultRequest | undefined): boolean => {
    if (request === undefined) return true;
    if ('paths' in row && row.paths !== undefined && !row.paths.includes(request.path)) return false;
    if (when === undefined) return true;
    try {
      return asAnswer(when(request));
    } catch (cause) {
      const found = new Error(`\`when\` of the fault ${fault} threw ${describeThrown(cause)}`, { cause });
      error ??= found;
      throw found;
    }
  };

  return {
    get decides() {
      return entries.some(({ options }) => options.when !== undefined);
    },
    add(fault, options) {
      // The listener keeps the count of what it refuses.
      if (faultRows[fault].at === 'port') return;
      const entry: Entry = {
        fault,
        row: faultRows[fault],
        options,
        left: options.times ?? Number.POSITIVE_INFINITY,
        use() {
          if (this.left < 1) return false;
          this.left -= 1;
          if (this.left === 0) entries = entries.filter((each) => each !== this);
          return true;
        },
      };
      entries.push(entry);
    },
    clear() {
      for (const entry of entries) entry.left = 0;
      entries = [];
    },
    next: (places, request) => entries.find((entry) => places.includes(entry.row.at) && fits(entry, request)),
    takeError() {
      const taken = error;
      error = undefined;
      return taken;
    },
  };
}

/** A promise, for one, would be true whatever it comes to. */
function asAnswer(answer: unknown): boolean {
  if (answer === undefined || typeof answer === 'boolean') return answer ?? false;
  // Otherwise one that rejects would end the test's process before anybody is told what is wrong.
  if (isPromise(answer)) answer.catch(() => {});
  throw new TypeError('it gave neither true nor false');
}
