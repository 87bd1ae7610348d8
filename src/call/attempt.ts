/**
 * One try: credentials, request, exchange, verdict, record. It holds a slot while it runs and decides nothing
 * about another try.
 */
import type { Attempt, Stage } from '../outcome.js';
import { headerNames } from '../protocol/headers.js';
import type { WireEnd } from '../transport/wire.js';
import { type AnswerFacts, readAnswerFacts } from './answer-facts.js';
import { classify, credentialsFailed, endedHere } from './classify.js';
import type { CredentialHeaders, Credentials } from './credentials.js';
import type { Envelope } from './envelope.js';
import type { Environment } from './environment.js';
import type { Lifeline } from './lifeline.js';
import type { Mutable } from './mutable.js';
import type { Replica } from './replica.js';
import type { Verdict } from './verdict.js';

export interface AttemptParts {
  readonly environment: Environment;
  readonly credentials: Credentials;
  /** The headers that never change: name, value, … */
  readonly fixedHeaders: readonly string[];
  readonly maxResponseBytes: number;
}

export interface Try {
  readonly envelope: Envelope;
  readonly lifeline: Lifeline;
  readonly replica: Replica;
  /** Asked for already, after a refusal; `undefined`: ask now. */
  readonly credentials: readonly string[] | undefined;
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

/** Makes one try at a replica. Resolves whatever happens; a rejection is a fault of this library. */
export async function makeAttempt(parts: AttemptParts, attempted: Try): Promise<Tried> {
  const { envelope, lifeline, replica } = attempted;
  const { environment } = parts;
  const startedMs = environment.nowMs();
  const asked = askedBefore(attempted) ?? parts.credentials.get(lifeline);
  const isAsking = asked instanceof Promise;
  const credentials = isAsking ? await asked : asked;
  const remainingMs = lifeline.deadlineMs - (isAsking ? environment.nowMs() : startedMs);
  const timing = { startedMs, timeoutMs: Math.max(1, Math.ceil(remainingMs)) };

  if (credentials === undefined || lifeline.isOver) {
    return notSent(parts, attempted, { timing, verdict: endedHere(lifeline.ended ?? lateTimer, false) });
  }
  if (!('headers' in credentials)) {
    return notSent(parts, attempted, { timing, verdict: credentialsFailed(credentials.cause) });
  }

  const { address, transport } = replica;
  const { generation } = transport;
  const end = await transport.exchange(
    {
      method: 'POST',
      path: address.invokePath,
      headers: joinHeaders(timing.timeoutMs, [parts.fixedHeaders, credentials.headers, envelope.headers]),
      body: envelope.body,
      maxResponseBytes: parts.maxResponseBytes,
    },
    lifeline,
  );
  const endedMs = environment.nowMs();
  const verdict = judge(end, parts, attempted);
  if (verdict.body.kind === 'transport' && verdict.body.detail === 'draining') transport.renew(generation);
  return {
    verdict,
    attempt: recordOf(attempted, timing, { verdict, end, endedMs }),
    answer: end.kind === 'reply' ? readAnswerFacts(end.headers) : undefined,
    credentials: credentials.headers,
    endedMs,
  };
}

/** By hand: `concat` and spreads cost several times as much, on every call. */
function joinHeaders(timeoutMs: number, parts: readonly (readonly string[])[]): string[] {
  const headers: string[] = [headerNames.timeoutMs, String(timeoutMs)];
  for (const part of parts) for (const text of part) headers.push(text);
  return headers;
}

/** Should the timer be late, the deadline has passed all the same. */
const lateTimer = { reason: 'deadline-exceeded' } as const;

/** On the monotonic clock; `timeoutMs` is what the service is told. */
interface Timing {
  readonly startedMs: number;
  readonly timeoutMs: number;
}

interface Seen {
  readonly verdict: Verdict;
  readonly end: WireEnd | undefined;
  readonly endedMs: number;
}

function askedBefore({ credentials }: Try): CredentialHeaders | undefined {
  return credentials === undefined ? undefined : { headers: credentials };
}

function notSent(
  { environment }: AttemptParts,
  attempted: Try,
  { timing, verdict }: { readonly timing: Timing; readonly verdict: Verdict },
): Tried {
  const endedMs = environment.nowMs();
  const attempt = recordOf(attempted, timing, { verdict, end: undefined, endedMs });
  return { verdict, attempt, answer: undefined, credentials: undefined, endedMs };
}

/** Field by field: spreading objects of varying shape costs as much as the rest of a call. */
function recordOf(
  { replica, lifeline }: Try,
  { startedMs, timeoutMs }: Timing,
  { verdict, end, endedMs }: Seen,
): Attempt {
  const attempt: Mutable<Attempt> = {
    replica: replica.address.url,
    startedMs: rounded(startedMs - lifeline.startedMs),
    durationMs: rounded(endedMs - startedMs),
    timeoutMs,
    stage: stageOf(end),
    verdict: verdict.name,
    execution: verdict.execution,
  };
  if (end?.status !== undefined) attempt.status = end.status;
  return attempt;
}

function judge(end: WireEnd, { environment }: AttemptParts, { envelope, lifeline }: Try): Verdict {
  if (end.kind === 'interrupted') return endedHere(lifeline.ended ?? lateTimer, end.stage !== 'connecting');
  return classify(end, {
    asks: envelope.asks,
    safeStatuses: envelope.retry.safeStatuses,
    dateMs: environment.dateMs,
  });
}

function stageOf(end: WireEnd | undefined): Stage {
  if (end === undefined) return 'connecting';
  if (end.kind !== 'reply') return end.stage;
  return end.whole ? 'answered' : 'answering';
}

/** Milliseconds to a tenth: finer is noise. */
export function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}
