/**
 * Which fault strikes next: the one asked for first that fits, as long as it has times left. It shows none.
 */
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
  /** The next fault of these places, for this request if one has come. */
  next(places: readonly FaultRow['at'][], request?: FaultRequest): PendingFault | undefined;
}

interface Entry extends PendingFault {
  left: number;
}

export function createFaultQueue(): FaultQueue {
  let entries: Entry[] = [];
  return {
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
  };
}

function fits({ row, options }: Entry, request: FaultRequest | undefined): boolean {
  if (request === undefined) return true;
  if ('paths' in row && row.paths !== undefined && !row.paths.includes(request.path)) return false;
  return options.when?.(request) ?? true;
}
