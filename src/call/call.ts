/**
 * One call's journey: slot, try, verdict, and again if the policy says so. The first try runs by itself, and its
 * answer is the only thing that most calls ever wait for; p-retry takes over with the first retry. Each step asks
 * first whether the call has ended, so nothing is sent for a call that has.
 */
import type { Attempt, Execution, Stopped } from '../outcome.js';
import type { WireEnd } from '../transport/wire.js';
import { type AttemptParts, type Flight, type Tried, Try } from './attempt.js';
import { areOther, type CredentialHeaders } from './credentials.js';
import type { Envelope } from './envelope.js';
import { learn, type ReplicaEvents } from './learn.js';
import type { Lifeline } from './lifetime/lifeline.js';
import { pause } from './lifetime/pause.js';
import { firstPlan, type Plan, planRetry } from './retry/plan.js';
import { ReplicaMemory } from './retry/replica-memory.js';
import { decideRetry, type OpenGround, type RetryDecision } from './retry/retry.js';
import type { RetryBudget } from './retry/retry-budget.js';
import { tryUntil } from './retry/try-until.js';
import type { Limiter } from './slots/limiter.js';
import type { Replica } from './slots/replica.js';
import type { AnswerFacts } from './verdict/answer-facts.js';
import { endedHere } from './verdict/classify.js';
import { failure } from './verdict/failure.js';
import { most, type OutcomeBody, type Verdict } from './verdict/verdict.js';

export interface CallParts extends AttemptParts, ReplicaEvents {
  readonly replicas: readonly Replica[];
  readonly limiter: Limiter;
  readonly budget: RetryBudget;
  /** Told of each try when it is over. */
  readonly onAttempt: (attempt: Attempt, envelope: Envelope) => void;
}

/** Where a call ended, before it becomes an outcome. */
export interface Ending {
  readonly body: OutcomeBody;
  readonly stopped: Stopped;
  readonly execution: Execution;
  readonly mayStillRun: boolean;
  readonly attempts: readonly Attempt[];
  readonly answer: AnswerFacts | undefined;
}

interface Finished {
  readonly ending: Ending;
}

/** What came of a try: the call's end, or what to do next. */
export type Step = Finished | { readonly plan: Plan };

/** At once where no slot has to be waited for. */
type Begun = Flight | Finished | Promise<Flight | Finished>;

export class Call {
  readonly #parts: CallParts;
  readonly #envelope: Envelope;
  readonly #lifeline: Lifeline;
  readonly #memory = new ReplicaMemory();
  readonly #attempts: Attempt[] = [];
  #execution: Execution = 'did-not-run';
  #mayStillRun = false;
  #answer: AnswerFacts | undefined;
  #last: Verdict | undefined;
  #reauthorized = false;
  #slot: Replica | undefined;

  constructor(parts: CallParts, envelope: Envelope, lifeline: Lifeline) {
    this.#parts = parts;
    this.#envelope = envelope;
    this.#lifeline = lifeline;
  }

  /** What became of a try, and what is next. */
  land(flight: Flight, end: WireEnd | Verdict): Step | Promise<Step> {
    const { made, replica, atLimit } = flight;
    let tried: Tried;
    try {
      tried = 'ground' in end ? made.concludeUnsent(end) : made.conclude(end);
      learn(replica, { tried, atLimit }, this.#parts);
    } finally {
      this.giveBack();
    }
    const step = this.#decide(tried, replica);
    return step === 'reauthorize' ? this.#reauthorize(tried) : step;
  }

  /** Further tries, to the call's end. */
  again(first: Plan): Promise<Ending> {
    let plan = first;
    return tryUntil(async () => {
      if (plan.waitMs > 0 && this.#lifeline.ended === undefined) {
        await pause(this.#parts.environment, this.#lifeline, plan.waitMs);
      }
      const begun = await this.begin(plan);
      const step = 'ending' in begun ? begun : await this.land(begun, await begun.sent);
      if ('ending' in step) return step.ending;
      plan = step.plan;
      return undefined;
    });
  }

  /**
   * Begins a try. What has to be awaited is told apart from what has not, because each promise costs every call.
   * Rejections, here and in `again`, are faults of this library.
   */
  begin(plan = firstPlan): Begun {
    const nowMs = this.#parts.environment.nowMs();
    if (this.#lifeline.isOverAt(nowMs)) return this.#endNow();
    const slot = this.#parts.limiter.acquire(this.#lifeline, plan, nowMs);
    if (slot instanceof Promise) return this.#beginLater(slot);
    if (slot === 'queue-full') {
      return this.#end(failure('queue-full', 'too many calls are waiting for a slot').body, 'not-started');
    }
    return this.#fly(slot, plan.credentials, nowMs);
  }

  async #beginLater(slot: Promise<Replica | undefined>): Promise<Flight | Finished> {
    const replica = await slot;
    if (replica === undefined) return this.#endNow();
    const nowMs = this.#parts.environment.nowMs();
    // The call may have ended after the slot was handed over and before this line, or its timer may be late.
    if (this.#lifeline.isOverAt(nowMs)) {
      this.#parts.limiter.release(replica);
      return this.#endNow();
    }
    // Credentials asked for before the wait may have been replaced meanwhile.
    return this.#fly(replica, undefined, nowMs);
  }

  /** Has a slot, which is held exactly as long as the try takes. */
  #fly(replica: Replica, given: CredentialHeaders | undefined, startedMs: number): Flight {
    const atLimit = !replica.isFree;
    const lifeline = this.#lifeline;
    this.#slot = replica;
    lifeline.trying = true;
    const made = new Try(this.#parts, { envelope: this.#envelope, lifeline, replica, startedMs });
    return { made, replica, atLimit, sent: made.depart(given) };
  }

  /** Gives the slot back, if it has one: after each try, and once more by whoever runs the call, should a try throw. */
  giveBack(): void {
    if (this.#slot === undefined) return;
    this.#lifeline.trying = false;
    this.#parts.limiter.release(this.#slot);
    this.#slot = undefined;
  }

  #decide({ verdict, attempt, answer, endedMs }: Tried, replica: Replica): Step | 'reauthorize' {
    const { body } = verdict;
    this.#last = verdict;
    this.#answer = answer;
    this.#execution = most(this.#execution, verdict.execution);
    this.#mayStillRun ||= verdict.mayStillRun;
    const ended = this.#lifeline.ended;
    // Past the deadline a refusal is still worth telling; a caller who left, or a closed client, wants none.
    if (ended !== undefined && body.kind === 'transport') {
      if (ended.reason !== 'deadline-exceeded' || body.reason === 'deadline-exceeded') {
        this.#mayStillRun ||= verdict.execution === 'may-have-run';
        this.#record(attempt);
        return this.#endNow();
      }
    }
    const { ground } = verdict;
    if (ground === 'no') {
      this.#record(attempt);
      return this.#end(body, body.kind === 'transport' ? 'not-retryable' : 'answered');
    }
    this.#memory.keep(replica, verdict, endedMs);
    const decision = this.#decideRetry(verdict, ground, endedMs);
    if (!decision.again) {
      this.#record(attempt);
      return this.#end(body, decision.stopped);
    }
    if (this.#lifeline.closing) {
      this.#record(attempt);
      return this.#closed();
    }
    const { waitMs } = decision;
    this.#record(waitMs === 0 ? attempt : { ...attempt, waitMs: Math.ceil(waitMs) });
    return ground === 'reauthorize' ? 'reauthorize' : this.#again(waitMs, undefined);
  }

  #decideRetry({ body }: Verdict, ground: OpenGround, nowMs: number): RetryDecision {
    const { replicas, environment, budget, credentials } = this.#parts;
    const memory = this.#memory;
    return decideRetry({
      ground,
      answered: body.kind !== 'transport',
      policy: this.#envelope.retry,
      readOnlyTool: this.#envelope.readOnly,
      attempts: this.#attempts.length + 1,
      remainingMs: this.#lifeline.remainingMs(),
      mayReauthorize: credentials.canChange && !this.#reauthorized,
      elsewhereLeft: () => replicas.some((other) => memory.mayHave(other)),
      elsewhereNow: () => replicas.some((other) => memory.isFresh(other, nowMs)),
      soonestMs: () => Math.min(...replicas.map((other) => memory.readyInMs(other, nowMs))),
      random: () => environment.random(),
      takeBudget: () => budget.take(),
    });
  }

  #again(waitMs: number, credentials: CredentialHeaders | undefined): Step {
    const { environment } = this.#parts;
    const { maxDelayMs } = this.#envelope.retry;
    return { plan: planRetry({ memory: this.#memory, environment, maxDelayMs, waitMs, credentials }) };
  }

  /** Asks for credentials once more: another try only if they are others than those refused. */
  async #reauthorize({ credentials: refused, verdict }: Tried): Promise<Step> {
    this.#reauthorized = true;
    const answer = await this.#parts.credentials.get(this.#lifeline);
    if (answer === undefined) return this.#endNow();
    return areOther(answer, refused) ? this.#again(0, answer) : this.#end(verdict.body, 'not-retryable');
  }

  /** The call was ended from this side. After a refusal, a deadline keeps the refusal as its outcome. */
  #endNow(): Finished {
    const ended = this.#lifeline.ended ?? { reason: 'deadline-exceeded' };
    if (ended.reason === 'closed') return this.#closed();
    if (ended.reason === 'cancelled') return this.#end(endedHere(ended, false).body, 'cancelled');
    const last = this.#last;
    const keepsLast = last !== undefined && last.ground !== 'no';
    return this.#end(keepsLast ? last.body : endedHere(ended, false).body, 'deadline');
  }

  #closed(): Finished {
    return this.#end(endedHere({ reason: 'closed' }, false).body, 'closed');
  }

  #record(attempt: Attempt): void {
    this.#attempts.push(attempt);
    this.#parts.onAttempt(attempt, this.#envelope);
  }

  #end(body: OutcomeBody, stopped: Stopped): Finished {
    return {
      ending: {
        body,
        stopped,
        execution: this.#execution,
        mayStillRun: this.#mayStillRun,
        attempts: this.#attempts,
        answer: this.#answer,
      },
    };
  }
}
