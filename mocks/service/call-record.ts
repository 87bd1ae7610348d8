/**
 * What the service saw of each call: the truth that a test compares a client's claims with. A record is opened
 * when the request arrives and filled in as it goes, also after the answer, when a handler ends late.
 */
import { performance } from 'node:perf_hooks';
import type { Mutable } from '../../src/call/mutable.js';
import type { Fault } from '../faults/fault-options.js';

/** One request to `/v1/invoke` that reached the service. It changes while the call goes on. */
export interface RecordedCall {
  /** When its headers had arrived, in milliseconds of the monotonic clock (`performance.now()`). */
  readonly receivedAtMs: number;
  /** Request headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as parsed JSON; absent when it was refused unread, cut off, or is not JSON. */
  readonly message?: unknown;
  /** The status that was answered; absent when no head of an answer was sent. */
  readonly status?: number;
  /** `result`, `check-result` or an error code; absent when no message was the answer. */
  readonly outcome?: string;
  /** How far the handler got, whoever waited for it. */
  readonly handler: 'not-started' | 'running' | 'finished' | 'threw';
  /** The handler finished or threw only after its signal had aborted: nobody waited for it any more. */
  readonly late?: true;
  /** The fault that was played on this request. */
  readonly fault?: Fault;
}

/** A record while the service still writes to it. */
export type OpenCall = Mutable<RecordedCall>;

export function openCall(headers: RecordedCall['headers']): OpenCall {
  return { receivedAtMs: performance.now(), headers, handler: 'not-started' };
}
