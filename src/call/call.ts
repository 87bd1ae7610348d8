/**
 * One call's journey: slot, try, verdict, and again if the policy says so. The first try runs by itself; p-retry
 * takes over with the first retry, without delays and limits of its own, because only here is it known what a
 * wait may cost. Each step asks first whether the call has ended, so nothing is sent for a call that has.
 */
import type { Attempt, Execution, Stopped } from '../outcome.js';
import type { AnswerFacts } from './answer-facts.js';
import { type AttemptParts, makeAttempt, type Tried } from './attempt.js';
import { endedHere } from './classify.js';
import type { Envelope } from './envelope.js';
import { failure } from './failure.js';
import type { Lifeline } from './lifeline.js';
import type { Limiter, SlotWish } from './limiter.js';
import type { Drift, Replica } from './replica.js';
import { decideRetry } from './retry.js';
import type { RetryBudget } from './retry-budget.js';
import type { OutcomeBody, Verdict } from './verdict.js';

export interface CallParts extends AttemptParts {
  readonly replicas: readonly Replica[];
  readonly limiter: Limiter;
  readonly budget: RetryBudget;
  /** Headers of probes, which carry no token: name, value, … */
  readonly probeHeaders: readonly string[];
  /** Told of each try when it is over. */
  readonly onAttempt: (attempt: Attempt, envelope: Envelope) => void;
  /** Told once for each build that a replica changes to. */
  readonly onDrift: (drift: Drift) => void;
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

interface Plan extends SlotWish {
  readonly waitMs: number;
  readonly credentials: readonly string[] | undefined;
}

type Step = { readonly ending: Ending } | { readonly plan: Plan };

const firstPlan: Plan = { isRetry: false, allows: undefined, waitMs: 0, credentials: undefined };

/** Thrown to p-retry and caught by it: the one error after which it goes on. */
class TryAgain extends Error {}

export class Call {
  readonly #parts: CallParts;
  readonly #envelope: Envelope;
  readonly #lifeline: Lifeline;
  #attempts: Attempt[] = [];
  #execution: Execution = 'did-not-run';
  #mayStillRun = false;
  #answer: AnswerFacts | undefined;
  #last: Verdict | undefined;
  #reauthorized = false;
  /** When each replica that asked for a pause may be tried again; and those that lack the tool or check. */
  #notBeforeMs: Map<Replica, number> | undefined;

  constructor(parts: CallParts, envelope: Envelope, lifeline: Lifeline) {
    this.#parts = parts;
    this.#envelope = envelope;
    this.#lifeline = lifeline;
  }

  async run(): Promise<Ending> {
    const step = await this.#step(firstPlan);
    return 'ending' in step ? step.ending : this.#retry(step.plan);
  }

  async #retry(first: Plan): Promise<Ending> {
    const { default: pRetry } = await import('p-retry');
    let plan = first;
    return pRetry(
      async () => {
        await this.#pause(plan.waitMs);
        const step = await this.#step(plan);
        if ('ending' in step) return step.ending;
        plan = step.plan;
        throw new TryAgain();
      },
      {
        retries: Number.POSITIVE_INFINITY,
        minTimeout: 0,
        shouldRetry: ({ error }) => error instanceof TryAgain,
      },
    );
  }

  async #step(plan: Plan): Promise<Step> {
    const lifeline = this.#lifeline;
    if (lifeline.ended !== undefined) return this.#endNow();
    const slot = this.#parts.limiter.acquire(lifeline, plan);
    const replica = slot instanceof Promise ? await slot : slot;
    if (replica === undefined) return this.#endNow();
    if (replica === 'queue-full') {
      return this.#end(failure('queue-full', 'too many calls are waiting for a slot').body, 'not-started');
    }
    const tried = await this.#try(replica, plan);
    return this.#decide(tried, replica);
  }

  /** Holds the slot exactly as long as the try takes. */
  async #try(replica: Replica, { credentials }: Plan): Promise<Tried> {
    const lifeline = this.#lifeline;
    const atLimit = !replica.isFree;
    lifeline.trying = true;
    try {
      const tried = await makeAttempt(this.#parts, {
        envelope: this.#envelope,
        lifeline,
        replica,
        credentials,
      });
      this.#learn(replica, tried, atLimit);
      return tried;
    } finally {
      lifeline.trying = false;
      this.#parts.limiter.release(replica);
    }
  }

  /** What the try says about its replica. */
  #learn(replica: Replica, { verdict, answer }: Tried, atLimit: boolean): void {
    const nowMs = this.#parts.environment.nowMs();
    const { body } = verdict;
    const drift =
      answer?.artifactVersion === undefined ? undefined : replica.answeredBy(answer.artifactVersion);
    if (drift !== undefined) this.#parts.onDrift(drift);
    if (body.kind !== 'transport') replica.succeeded(atLimit, nowMs);
    else if (body.reason === 'unreachable') replica.unreachable(nowMs);
    else if (body.reason === 'unavailable' && body.detail !== 'overloaded') {
      replica.refused(body.retryAfterMs ?? 0, nowMs);
    } else if (body.reason === 'unavailable') replica.overloaded(nowMs);
  }

  async #decide(tried: Tried, replica: Replica): Promise<Step> {
    const { verdict } = tried;
    this.#last = verdict;
    this.#execution = most(this.#execution, verdict.execution);
    this.#mayStillRun ||= verdict.mayStillRun;
    this.#answer = tried.answer;
    const nowMs = this.#parts.environment.nowMs();
    this.#remember(replica, verdict, nowMs);

    const ended = this.#lifeline.ended;
    // Past the deadline an answer is still an answer; a caller who left, or a closed client, wants none.
    const { body } = verdict;
    const stands = ended === undefined || body.kind !== 'transport';
    if (!stands && (ended.reason !== 'deadline-exceeded' || body.reason === 'deadline-exceeded')) {
      this.#record(tried.attempt);
      return this.#endNow();
    }
    const decision = this.#decideRetry(verdict, replica, nowMs);
    if (!decision.again) {
      this.#record(tried.attempt);
      return this.#end(verdict.body, decision.stopped);
    }
    this.#record(
      decision.waitMs === 0 ? tried.attempt : { ...tried.attempt, waitMs: Math.ceil(decision.waitMs) },
    );
    if (this.#lifeline.closing) return this.#closed();
    const credentials = verdict.ground === 'reauthorize' ? await this.#reauthorize(tried) : undefined;
    if (verdict.ground === 'reauthorize' && credentials === undefined) {
      return this.#lifeline.ended === undefined ? this.#end(verdict.body, 'not-retryable') : this.#endNow();
    }
    return {
      plan: { isRetry: true, allows: (other) => this.#takes(other), waitMs: decision.waitMs, credentials },
    };
  }

  #decideRetry(verdict: Verdict, replica: Replica, nowMs: number) {
    const { replicas, environment, budget } = this.#parts;
    const readyInMs = (other: Replica) =>
      Math.max((this.#notBeforeMs?.get(other) ?? 0) - nowMs, other.coolingMs(nowMs), 0);
    return decideRetry({
      ground: verdict.ground,
      answered: verdict.body.kind !== 'transport',
      policy: this.#envelope.retry,
      readOnlyTool: this.#envelope.readOnly,
      attempts: this.#attempts.length + 1,
      remainingMs: this.#lifeline.remainingMs(),
      elsewhereNow: replicas.some((other) => other !== replica && readyInMs(other) === 0),
      elsewhereLeft: replicas.some((other) => this.#notBeforeMs?.get(other) !== Number.POSITIVE_INFINITY),
      soonestMs: Math.min(...replicas.map(readyInMs)),
      mayReauthorize: this.#parts.credentials.canChange && !this.#reauthorized,
      chance: environment.random(),
      takeBudget: () => budget.take(),
    });
  }

  #remember(replica: Replica, verdict: Verdict, nowMs: number): void {
    const untilMs = pauseUntilMs(verdict, nowMs);
    if (untilMs === undefined) return;
    this.#notBeforeMs ??= new Map();
    this.#notBeforeMs.set(replica, untilMs);
  }

  /** Asked when the retry is to go out: replicas whose own delay is not over are left alone. */
  #takes(replica: Replica): boolean {
    const notBeforeMs = this.#notBeforeMs?.get(replica);
    return notBeforeMs === undefined || notBeforeMs <= this.#parts.environment.nowMs();
  }

  /** New credentials, or `undefined` when there are none or the call ended meanwhile. */
  async #reauthorize({ credentials: refused }: Tried): Promise<readonly string[] | undefined> {
    this.#reauthorized = true;
    const answer = await this.#parts.credentials.get(this.#lifeline);
    if (answer === undefined || !('headers' in answer)) return undefined;
    const same = refused !== undefined && answer.headers.join('\n') === refused.join('\n');
    return same ? undefined : answer.headers;
  }

  #pause(waitMs: number): Promise<void> | undefined {
    const lifeline = this.#lifeline;
    const { environment } = this.#parts;
    if (waitMs === 0 || lifeline.ended !== undefined) return undefined;
    const untilMs = environment.nowMs() + waitMs;
    return new Promise((resolve) => {
      let stop = () => {};
      const check = () => {
        const restMs = untilMs - environment.nowMs();
        // Timers may fire early, and a replica's own delay must be over by then.
        if (restMs > 0) {
          stop = environment.startTimer(check, Math.ceil(restMs));
          return;
        }
        lifeline.onEnd = undefined;
        resolve();
      };
      lifeline.onEnd = () => {
        stop();
        resolve();
      };
      check();
    });
  }

  /** The call was ended from this side. After a refusal, a deadline keeps the refusal as its outcome. */
  #endNow(): Step {
    const ended = this.#lifeline.ended ?? { reason: 'deadline-exceeded' };
    if (ended.reason === 'closed') return this.#closed();
    const refusal = this.#last?.body;
    if (
      ended.reason === 'deadline-exceeded' &&
      refusal?.kind === 'transport' &&
      this.#last?.ground !== 'no'
    ) {
      return this.#end(refusal, 'deadline');
    }
    const stopped = ended.reason === 'cancelled' ? 'cancelled' : 'deadline';
    return this.#end(endedHere(ended, false).body, stopped);
  }

  #closed(): Step {
    return this.#end(endedHere({ reason: 'closed' }, false).body, 'closed');
  }

  #record(attempt: Attempt): void {
    this.#attempts.push(attempt);
    this.#parts.onAttempt(attempt, this.#envelope);
  }

  #end(body: OutcomeBody, stopped: Stopped): Step {
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

/** Until when this replica is to be left alone by this call; for ever if it lacks the tool or check. */
function pauseUntilMs({ ground, body }: Verdict, nowMs: number): number | undefined {
  if (ground === 'elsewhere') return Number.POSITIVE_INFINITY;
  return body.kind === 'transport' && body.retryAfterMs !== undefined ? nowMs + body.retryAfterMs : undefined;
}

const rank: Readonly<Record<Execution, number>> = { 'did-not-run': 0, 'may-have-run': 1, ran: 2 };

function most(one: Execution, other: Execution): Execution {
  return rank[other] > rank[one] ? other : one;
}
