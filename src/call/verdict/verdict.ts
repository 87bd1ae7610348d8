/** The verdict on one try, or on a call that ended without one, and how verdicts on several tries add up. */
import type {
  CheckVerdict,
  Execution,
  Facts,
  InfoResult,
  PackError,
  ToolResult,
  TransportFailure,
} from '../../outcome.js';

type Body<Kind> = Omit<Kind, keyof Facts>;
/** An outcome without its facts. */
export type OutcomeBody =
  | Body<ToolResult>
  | Body<CheckVerdict>
  | Body<PackError>
  | Body<TransportFailure>
  | Body<InfoResult>;

/**
 * On what ground a call may be tried again:
 * `paced`: it did not run and the service said when; `backoff`: it did not run; `elsewhere`: another replica may
 * hold what this one does not; `reauthorize`: with other credentials; `unknown`: it may have run, so only a tool
 * that changes nothing may; `no`: the answer stands.
 */
export type RetryGround = 'no' | 'paced' | 'backoff' | 'elsewhere' | 'reauthorize' | 'unknown';

export interface Verdict {
  readonly body: OutcomeBody;
  /** One word for the attempt's record. */
  readonly name: string;
  readonly execution: Execution;
  readonly mayStillRun: boolean;
  readonly ground: RetryGround;
}

const rank: Readonly<Record<Execution, number>> = { 'did-not-run': 0, 'may-have-run': 1, ran: 2 };

/** The more that either may have done. */
export function most(one: Execution, other: Execution): Execution {
  return rank[other] > rank[one] ? other : one;
}
