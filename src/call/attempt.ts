/**
 * One try at one replica: request, verdict, record. It holds no slot, waits for nothing but the exchange, and
 * decides nothing about another try.
 */
import type { Attempt, Stage } from '../outcome.js';
import { headerNames } from '../protocol/headers.js';
import type { WireEnd } from '../transport/wire.js';
import type { CredentialAnswer, CredentialHeaders, Credentials } from './credentials.js';
import type { Envelope } from './envelope.js';
import type { Environment } from './environment.js';
import type { Lifeline } from './lifetime/lifeline.js';
import type { Mutable } from './mutable.js';
import { rounded } from './rounded.js';
import type { Replica } from './slots/replica.js';
import { type AnswerFacts, readAnswerFacts } from './verdict/answer-facts.js';
import { classify, credentialsFailed, endedHere } from './verdict/classify.js';
import type { Verdict } from './verdict/verdict.js';

export interface AttemptParts {
  readonly environment: Environment;
  readonly credentials: Credentials;
  readonly maxResponseBytes: number;
}

/** What a try is made for, and where. */
export interface TryOptions {
  readonly envelope: Envelope;
  readonly lifeline: Lifeline;
  readonly replica: Replica;
  /** Now, on the monotonic clock. Asking for credentials is part of the try. */
  readonly startedMs: number;
}

export interface Tried {
  readonly verdict: Verdict;
  readonly attempt: Attempt;
  readonly answer: AnswerFacts | undefined;
  /** The credentials that were refused or accepted; `undefined` when none could be had. */
  readonly credentials: readonly string[] | undefined;
  /** When it was over, on the monotonic clock. */
  readonly endedMs: number;
}

/** A try that is under way. */
export interface Flight {
  readonly made: Try;
  readonly replica: Replica;
  /** Every slot of the replica was taken when it began. */
  readonly atLimit: boolean;
  /** How it ended on the wire, or the verdict on one that could not be sent. */
  readonly sent: Promise<WireEnd | Verdict> | Verdict;
}

/** Should the timer be late, the deadline has passed all the same. */
const lateTimer = { reason: 'deadline-exceeded' } as const;

export class Try {
  readonly #parts: AttemptParts;
  readonly #envelope: Envelope;
  readonly #lifeline: Lifeline;
  readonly #replica: Replica;
  readonly #startedMs: number;
  /** What the service is told. */
  #timeoutMs: number;
  #generation = 0;
  #credentials: readonly string[] | undefined;

  constructor(parts: AttemptParts, { envelope, lifeline, replica, startedMs }: TryOptions) {
    this.#parts = parts;
    this.#envelope = envelope;
    this.#lifeline = lifeline;
    this.#replica = replica;
    this.#startedMs = startedMs;
    this.#timeoutMs = this.#leftMs(startedMs);
  }

  /**
   * Sends the request, with these credentials or else those that it asks for, and resolves with the exchange's end; or
   * with the verdict, at once where nothing has to be asked, if it cannot be sent.
   */
  depart(given: CredentialHeaders | undefined): Promise<WireEnd | Verdict> | Verdict {
    const asked = given ?? this.#parts.credentials.get(this.#lifeline);
    return asked instanceof Promise ? this.#departLater(asked) : this.#send(asked, false);
  }

  async #departLater(asked: Promise<CredentialAnswer>): Promise<WireEnd | Verdict> {
    return this.#send(await asked, true);
  }

  #send(credentials: CredentialAnswer, wasAsked: boolean): Promise<WireEnd> | Verdict {
    const { environment, maxResponseBytes } = this.#parts;
    const lifeline = this.#lifeline;
    if (wasAsked) this.#timeoutMs = this.#leftMs(environment.nowMs());
    // Nothing was handed to a connection before the client began to close, so nothing is any more.
    if (wasAsked && lifeline.closing) lifeline.cut();
    if (credentials === undefined || (wasAsked && lifeline.isOver)) {
      return endedHere(lifeline.ended ?? lateTimer, false);
    }
    if (!('headers' in credentials)) return credentialsFailed(credentials.cause);
    const { address, transport } = this.#replica;
    this.#credentials = credentials.headers;
    this.#generation = transport.generation;
    // `concat` and spreads cost several times as much, on every call.
    const headers = credentials.headers.slice();
    headers.push(headerNames.timeoutMs, String(this.#timeoutMs));
    for (const text of this.#envelope.headers) headers.push(text);
    const { body } = this.#envelope;
    return transport.exchange(
      { method: 'POST', path: address.invokePath, headers, body, maxResponseBytes },
      lifeline,
    );
  }

  /** What the exchange came to. */
  conclude(end: WireEnd): Tried {
    const endedMs = this.#parts.environment.nowMs();
    const verdict = this.#judge(end);
    if (verdict.body.kind === 'transport' && verdict.body.detail === 'draining') {
      this.#replica.transport.renew(this.#generation);
    }
    return {
      verdict,
      attempt: this.#record(verdict, end, endedMs),
      answer: end.kind === 'reply' ? readAnswerFacts(end.headers) : undefined,
      credentials: this.#credentials,
      endedMs,
    };
  }

  /** Nothing was sent. */
  concludeUnsent(verdict: Verdict): Tried {
    const endedMs = this.#parts.environment.nowMs();
    const attempt = this.#record(verdict, undefined, endedMs);
    return { verdict, attempt, answer: undefined, credentials: undefined, endedMs };
  }

  /** Whole milliseconds to the deadline, rounded up, 1 at least. */
  #leftMs(nowMs: number): number {
    return Math.max(1, Math.ceil(this.#lifeline.deadlineMs - nowMs));
  }

  #judge(end: WireEnd): Verdict {
    if (end.kind === 'interrupted') {
      return endedHere(this.#lifeline.ended ?? lateTimer, end.stage !== 'connecting');
    }
    return classify(end, {
      asks: this.#envelope.asks,
      safeStatuses: this.#envelope.retry.safeStatuses,
      dateMs: this.#parts.environment.dateMs,
    });
  }

  /** Field by field: spreading objects of varying shape costs as much as the rest of a call. */
  #record(verdict: Verdict, end: WireEnd | undefined, endedMs: number): Attempt {
    const attempt: Mutable<Attempt> = {
      replica: this.#replica.address.url,
      startedMs: rounded(this.#startedMs - this.#lifeline.startedMs),
      durationMs: rounded(endedMs - this.#startedMs),
      timeoutMs: this.#timeoutMs,
      stage: stageOf(end),
      verdict: verdict.name,
      execution: verdict.execution,
    };
    if (end?.status !== undefined) attempt.status = end.status;
    return attempt;
  }
}

function stageOf(end: WireEnd | undefined): Stage {
  if (end === undefined) return 'connecting';
  if (end.kind !== 'reply') return end.stage;
  return end.whole ? 'answered' : 'answering';
}
