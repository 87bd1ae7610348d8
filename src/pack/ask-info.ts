/**
 * Asks replicas what they serve (`GET /v1/info`): the first that answers is enough, the next is asked if one
 * fails. On connections of its own, so that it never waits behind calls. It compares nothing.
 */
import type { AttemptParts } from '../call/attempt.js';
import { areOther, type CredentialAnswer } from '../call/credentials.js';
import type { Lifeline } from '../call/lifetime/lifeline.js';
import { rounded } from '../call/rounded.js';
import type { Replica } from '../call/slots/replica.js';
import { classify, credentialsFailed, endedHere } from '../call/verdict/classify.js';
import { most, type Verdict } from '../call/verdict/verdict.js';
import type { Attempt, Execution, InfoOutcome, Stage, Stopped } from '../outcome.js';
import { encodeId, headerNames } from '../protocol/headers.js';

interface InfoQuestion {
  readonly requestId: string;
  /** The replicas to ask, in this order. */
  readonly replicas: readonly Replica[];
  /** Milliseconds for all of them; each gets its share of what is left, so that a silent one is not the last. */
  readonly timeoutMs: number;
  /** A lifeline for one replica's answer; `end` gives it back. */
  readonly begin: (timeoutMs: number) => Lifeline;
  readonly end: (lifeline: Lifeline) => void;
}

interface OneQuestion {
  readonly requestId: string;
  readonly lifeline: Lifeline;
  readonly replica: Replica;
  /** When the first replica was asked, on the monotonic clock. */
  readonly startedMs: number;
}

interface Asked {
  readonly verdict: Verdict;
  readonly attempt: Attempt;
  /** What the service was shown; `undefined` when nothing was sent. */
  readonly credentials: readonly string[] | undefined;
}

/** Asks until one answers; never rejects. */
export async function askInfo(parts: AttemptParts, question: InfoQuestion): Promise<InfoOutcome> {
  const { requestId, replicas, timeoutMs, begin, end } = question;
  const { environment } = parts;
  const startedMs = environment.nowMs();
  const asked: Asked[] = [];
  let last = endedHere({ reason: 'deadline-exceeded' }, false);
  let mayRenew = parts.credentials.canChange;
  for (const [at, replica] of replicas.entries()) {
    const remainingMs = startedMs + timeoutMs - environment.nowMs();
    const lifeline = begin(Math.max(1, Math.ceil(remainingMs / (replicas.length - at))));
    try {
      if (lifeline.ended === undefined) {
        const answers = await askRenewing(parts, { requestId, lifeline, startedMs, replica }, mayRenew);
        asked.push(...answers);
        mayRenew &&= answers[0].verdict.ground !== 'reauthorize';
        last = (answers[1] ?? answers[0]).verdict;
      } else last = endedHere(lifeline.ended, false);
      const gaveUp = lifeline.ended !== undefined && lifeline.ended.reason !== 'deadline-exceeded';
      if (gaveUp || last.body.kind === 'info') break;
    } finally {
      end(lifeline);
    }
  }
  const { body } = last;
  const facts = {
    execution: asked.reduce<Execution>((worst, { verdict }) => most(worst, verdict.execution), 'did-not-run'),
    mayStillRun: asked.some(({ verdict }) => verdict.mayStillRun),
    requestId,
    durationMs: rounded(environment.nowMs() - startedMs),
    attempts: asked.map(({ attempt }) => attempt),
  };
  if (body.kind === 'info') {
    return { ...body, ...facts, artifactVersion: body.info.artifactVersion, stopped: 'answered' };
  }
  if (body.kind !== 'transport') throw new TypeError(`/v1/info cannot be answered with ${body.kind}`);
  return { ...body, ...facts, stopped: stoppedBy(last) };
}

/** Asks one replica, and once more with other credentials should it refuse the first. */
async function askRenewing(
  parts: AttemptParts,
  question: OneQuestion,
  mayRenew: boolean,
): Promise<readonly [Asked, ...Asked[]]> {
  const { lifeline } = question;
  const first = await askReplica(parts, question, await parts.credentials.get(lifeline));
  if (first.verdict.ground !== 'reauthorize' || !mayRenew) return [first];
  const renewed = await parts.credentials.get(lifeline);
  return areOther(renewed, first.credentials) ? [first, await askReplica(parts, question, renewed)] : [first];
}

async function askReplica(
  parts: AttemptParts,
  question: OneQuestion,
  credentials: CredentialAnswer,
): Promise<Asked> {
  const { lifeline, requestId, replica } = question;
  const begunMs = parts.environment.nowMs();
  const shown = credentials !== undefined && 'headers' in credentials ? credentials.headers : undefined;
  const timeoutMs = Math.max(1, Math.ceil(lifeline.remainingMs()));
  const asked = (verdict: Verdict, stage: Stage, status?: number): Asked => ({
    verdict,
    credentials: shown,
    attempt: {
      replica: replica.address.url,
      startedMs: rounded(begunMs - question.startedMs),
      durationMs: rounded(parts.environment.nowMs() - begunMs),
      timeoutMs,
      stage,
      ...(status === undefined ? {} : { status }),
      verdict: verdict.name,
      execution: verdict.execution,
    },
  });
  const ended = () => lifeline.ended ?? { reason: 'deadline-exceeded' as const };

  if (credentials === undefined || lifeline.isOver) return asked(endedHere(ended(), false), 'connecting');
  if (!('headers' in credentials)) return asked(credentialsFailed(credentials.cause), 'connecting');
  const end = await replica.transport.probe(
    {
      method: 'GET',
      path: `${replica.address.pathPrefix}/v1/info`,
      headers: [...credentials.headers, headerNames.requestId, encodeId(requestId)],
      body: null,
      maxResponseBytes: parts.maxResponseBytes,
    },
    lifeline,
  );
  if (end.kind === 'interrupted')
    return asked(endedHere(ended(), end.stage !== 'connecting'), end.stage, end.status);
  const verdict = classify(end, { asks: 'info', safeStatuses: [], dateMs: parts.environment.dateMs });
  if (end.kind === 'fault') return asked(verdict, end.stage, end.status);
  return asked(verdict, end.whole ? 'answered' : 'answering', end.status);
}

function stoppedBy({ name, ground }: Verdict): Stopped {
  if (name === 'cancelled' || name === 'closed') return name;
  if (name === 'deadline-exceeded') return 'deadline';
  // Every replica was asked once: later, one of them may answer.
  return ground === 'paced' || ground === 'backoff' ? 'attempts' : 'not-retryable';
}
