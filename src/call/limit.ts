/**
 * How many calls one replica is given at once: pure policy, no clock of its own. A service that says `overloaded`
 * tells how many it takes, namely those of ours that it did not refuse, so the limit falls there at once, but
 * one refusal halves it at most, because some may have ended meanwhile. It rises one by one while every slot is taken, slowly enough that probing for more costs few refusals.
 * Latency plays no part: a slow tool is not an overloaded service.
 */

export interface LimitState {
  /** Calls in flight that are allowed now. */
  readonly limit: number;
  readonly maxLimit: number;
  /** Calls that succeeded at the limit since it last changed. */
  readonly successes: number;
  /** When it last changed, on the monotonic clock. */
  readonly changedMs: number;
}

/** One refusal in this many calls is the price of asking whether the service takes more. */
const successesPerStep = 32;
/** With slow tools that would take minutes: one full round of the limit is enough, if this has passed too. */
const roundMs = 250;

export function initialLimit(maxLimit: number): LimitState {
  return { limit: maxLimit, maxLimit, successes: 0, changedMs: Number.NEGATIVE_INFINITY };
}

/** The limit after a 503 `overloaded`; `othersInFlight` are the calls that it did not refuse. */
export function lowerLimit(state: LimitState, othersInFlight: number, nowMs: number): LimitState {
  const limit = Math.max(1, Math.min(state.limit, Math.max(othersInFlight, Math.floor(state.limit / 2))));
  return { ...state, limit, successes: 0, changedMs: nowMs };
}

/** The limit after an answer that came while every slot was taken. */
export function raiseLimit(state: LimitState, nowMs: number): LimitState {
  if (state.limit >= state.maxLimit) return state;
  const successes = state.successes + 1;
  const round = successes >= state.limit && nowMs - state.changedMs >= roundMs;
  if (successes < successesPerStep && !round) return { ...state, successes };
  return { ...state, limit: state.limit + 1, successes: 0, changedMs: nowMs };
}
