/**
 * May this call be tried again, when, and where: pure policy. It is handed everything it looks at, and decides by
 * the verdict's ground alone. A call that may have run is never tried again, but for a tool that changes nothing
 * and a caller who asked for it.
 */
import type { RetryPolicy } from '../../options/types.js';
import type { Stopped } from '../../outcome.js';
import type { RetryGround } from '../verdict/verdict.js';

/** A ground on which the call may go on; with `no`, the answer stands. */
export type OpenGround = Exclude<RetryGround, 'no'>;

export interface RetryCase {
  readonly ground: OpenGround;
  /** The last answer was a message from pack code. */
  readonly answered: boolean;
  readonly policy: RetryPolicy;
  readonly readOnlyTool: boolean;
  /** Tries made so far. */
  readonly attempts: number;
  /** Milliseconds to the deadline. */
  readonly remainingMs: number;
  /** Credentials may be asked for once more. */
  readonly mayReauthorize: boolean;
  /** Is a replica left that has not said that it lacks the tool or check? */
  elsewhereLeft(): boolean;
  /** Would a replica that this call has not failed at take it now? */
  elsewhereNow(): boolean;
  /** Milliseconds until the first replica would take the call. */
  soonestMs(): number;
  /** From 0 up to, but not including, 1. */
  random(): number;
  /** Takes one retry out of the budget, if it is not empty. Asked only when everything else allows the retry. */
  takeBudget(): boolean;
}

export type RetryDecision =
  | { readonly again: false; readonly stopped: Stopped }
  | { readonly again: true; readonly waitMs: number };

export function decideRetry(given: RetryCase): RetryDecision {
  const { ground, policy, remainingMs } = given;
  if (!mayGoAgain(given)) return stop(given.answered ? 'answered' : 'not-retryable');
  if (remainingMs <= 0) return stop('deadline');
  if (given.attempts >= policy.maxAttempts) return stop('attempts');
  const waitMs = waitBefore(given);
  if (waitMs >= remainingMs) return stop('deadline');
  const paidByBudget = ground === 'backoff' || ground === 'unknown';
  if (paidByBudget && !given.takeBudget()) return stop('budget');
  return { again: true, waitMs };
}

function mayGoAgain({ ground, policy, readOnlyTool, elsewhereLeft, mayReauthorize }: RetryCase): boolean {
  switch (ground) {
    case 'paced':
    case 'backoff':
      return true;
    case 'elsewhere':
      return elsewhereLeft();
    case 'reauthorize':
      return mayReauthorize;
    case 'unknown':
      return policy.readOnly && readOnlyTool;
  }
}

function waitBefore(given: RetryCase): number {
  const { ground, policy, attempts } = given;
  if (ground === 'reauthorize' || given.elsewhereNow()) return 0;
  if (ground === 'elsewhere') return given.soonestMs();
  if (ground !== 'paced') {
    const backOffMs = Math.min(policy.maxDelayMs, policy.minDelayMs * 2 ** (attempts - 1));
    return backOffMs * given.random();
  }
  // Never sooner than asked, and not all at the same moment; "at once" still is not a busy loop.
  const floorMs = Math.max(given.soonestMs(), policy.minDelayMs);
  const jitterMs = given.random() * Math.min(policy.maxDelayMs, Math.max(policy.minDelayMs, floorMs / 5));
  // A wait that fits is not given up for its jitter.
  const roomMs = Math.max(0, given.remainingMs - floorMs) / 2;
  return floorMs + Math.min(jitterMs, roomMs);
}

function stop(stopped: Stopped): RetryDecision {
  return { again: false, stopped };
}
