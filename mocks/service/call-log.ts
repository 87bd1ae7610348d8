/** What arrived at a mocked pack, as a test reads it: the calls one by one, all requests by number. */
import type { OpenCall, RecordedCall } from './call-record.js';
import { invokePath } from './pack-core.js';

/** The calls and requests that a mocked pack saw, until a test forgets them. */
export interface CallLog {
  /** Every request to `/v1/invoke` that arrived, in order, refused ones included. Live. */
  readonly calls: readonly RecordedCall[];
  /** How many requests arrived, by path (without the query). Live. */
  readonly requests: ReadonlyMap<string, number>;
  /** Empties `calls` and `requests`, which grow until then. */
  forgetCalls(): void;
}

/** An empty log, and how a request is noted in it. */
export function createCallLog(): { readonly log: CallLog; note(path: string, record: OpenCall): void } {
  const calls: RecordedCall[] = [];
  const requests = new Map<string, number>();
  const forgetCalls = (): void => {
    calls.length = 0;
    requests.clear();
  };
  return {
    log: { calls, requests, forgetCalls },
    note(path, record) {
      requests.set(path, (requests.get(path) ?? 0) + 1);
      if (path === invokePath) calls.push(record);
    },
  };
}
