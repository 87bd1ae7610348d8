/**
 * How many calls one replica is given at once: pure policy, no clock of its own. A service that says `overloaded`
 * tells how many it takes, namely those of ours that it did not refuse, so the limit falls there at once. It rises
 * while every slot is taken: carefully past what was refused, in strides once that went well. At a limit of one
 * that is still refused, others fill the service: a short rest then, so that a long line here does not go there
 * refusal by refusal. Latency plays no part: a slow tool is not an overloaded service.
 */

export interface LimitState {
  /** Calls in flight that are allowed now. */
  readonly limit: number;
  readonly maxLimit: number;
  /** Calls that succeeded at the limit since it last changed. */
  readonly successes: number;
  /** What the service took when it last refused; 0 once the limit has gone past that. */
  readonly taken: number;
  /** Refusals in a row while the limit was one already. */
  readonly refusalsAtOne: number;
}

/** So many calls succeed before the limit goes past what was refused: one refusal in them is the price of asking. */
const successesPerProbe = 32;
/** Rounds of the limit that show a rise to be good: the calls of the first may have begun before it. */
const roundsPerRise = 2;
/**
 * A stride up, and what a refusal leaves free for others, is the limit divided by this. The first bounds how many
 * are refused after a stride too many. The second lets clients of one service come to fair shares: without it, the
 * one that has all of it keeps all of it, and calls of the others fail.
 */
const stepDivisor = 8;

/** The first rest is about one quick call; it doubles up to what services ask for, which is a second. */
const firstRestMs = 20;
const maxRestMs = 1_000;

export function initialLimit(maxLimit: number): LimitState {
  return { limit: maxLimit, maxLimit, successes: 0, taken: 0, refusalsAtOne: 0 };
}

/**
 * The limit after a 503 `overloaded`; `othersInFlight` are the calls that it did not refuse. One refusal halves
 * the limit at most, because some of the others may have ended meanwhile.
 */
export function lowerLimit(state: LimitState, othersInFlight: number): LimitState {
  const { maxLimit, refusalsAtOne } = state;
  const others = Math.min(state.limit, othersInFlight);
  const share = others - Math.floor(others / stepDivisor);
  const limit = Math.max(1, share, Math.floor(state.limit / 2));
  return {
    limit,
    maxLimit,
    successes: 0,
    taken: Math.max(limit, others),
    refusalsAtOne: state.limit === 1 ? refusalsAtOne + 1 : 0,
  };
}

/**
 * The limit after an answer; `atLimit` if every slot was taken when the call began. Mostly it is the state itself:
 * nothing is allocated then, because every good call comes through here.
 */
export function raiseLimit(state: LimitState, atLimit: boolean): LimitState {
  const { limit, maxLimit, successes, taken, refusalsAtOne } = state;
  const counts = atLimit && limit < maxLimit;
  if (!counts && refusalsAtOne === 0) return state;
  if (!counts) return { limit, maxLimit, successes, taken, refusalsAtOne: 0 };
  const probes = limit === taken;
  if (successes + 1 < (probes ? successesPerProbe : limit * roundsPerRise)) {
    return { limit, maxLimit, successes: successes + 1, taken, refusalsAtOne: 0 };
  }
  const stride = limit + (probes ? 1 : Math.ceil(limit / stepDivisor));
  const next = Math.min(stride, limit < taken ? taken : maxLimit);
  return { limit: next, maxLimit, successes: 0, taken: next <= taken ? taken : 0, refusalsAtOne: 0 };
}

/** Milliseconds in which no further call goes out, after a refusal. */
export function restMs({ refusalsAtOne }: LimitState): number {
  if (refusalsAtOne === 0) return 0;
  return Math.min(maxRestMs, firstRestMs * 2 ** (refusalsAtOne - 1));
}
