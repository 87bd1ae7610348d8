/**
 * Asks replicas what they serve (`GET /v1/info`): the first that answers is enough, the next is asked if one
 * fails. On connections of its own, so that it never waits behind calls. It compares nothing.
 */
import { type AttemptParts, rounded } from '../call/attempt.js';
import { classify, credentialsFailed, endedHere } from '../call/classify.js';
import type { Lifeline } from '../call/lifeline.js';
import type { Replica } from '../call/replica.js';
import type { Verdict } from '../call/verdict.js';
import type { Attempt, Execution, InfoOutcome, Stage, Stopped } from '../outcome.js';
import { encodeId, headerNames } from '../protocol/headers.js';

export interface InfoQuestion {
  readonly lifeline: Lifeline;
  readonly requestId: string;
  /** The replicas to ask, in this order. */
  readonly replicas: readonly Replica[];
}

interface Asked {
  readonly verdict: Verdict;
  readonly attempt: Attempt;
}

export async function askInfo(parts: AttemptParts, question: InfoQuestion): Promise<InfoOutcome> {
  const { lifeline, requestId, replicas } = question;
  const attempts: Attempt[] = [];
  let last = endedHere(lifeline.ended ?? { reason: 'closed' }, false);
  for (const replica of replicas) {
    if (lifeline.ended !== undefined) break;
    const { verdict, attempt } = await askReplica(parts, question, replica);
    attempts.push(attempt);
    last = verdict;
    if (verdict.body.kind === 'info') break;
  }
  const { body } = last;
  const facts = {
    execution: attempts.reduce<Execution>((_, { execution }) => execution, 'did-not-run'),
    mayStillRun: false,
    requestId,
    durationMs: rounded(lifeline.elapsedMs()),
    attempts,
  };
  if (body.kind === 'info')
    return { ...body, ...facts, artifactVersion: body.info.artifactVersion, stopped: 'answered' };
  if (body.kind !== 'transport') throw new TypeError(`/v1/info cannot be answered with ${body.kind}`);
  return { ...body, ...facts, stopped: stoppedBy(last) };
}

async function askReplica(parts: AttemptParts, question: InfoQuestion, replica: Replica): Promise<Asked> {
  const { lifeline, requestId } = question;
  const startedMs = lifeline.elapsedMs();
  const timeoutMs = Math.max(1, Math.ceil(lifeline.remainingMs()));
  const asked = (verdict: Verdict, stage: Stage, status?: number): Asked => ({
    verdict,
    attempt: {
      replica: replica.address.url,
      startedMs: rounded(startedMs),
      durationMs: rounded(lifeline.elapsedMs() - startedMs),
      timeoutMs,
      stage,
      ...(status === undefined ? {} : { status }),
      verdict: verdict.name,
      execution: verdict.execution,
    },
  });
  const ended = () => lifeline.ended ?? { reason: 'deadline-exceeded' as const };

  const credentials = await parts.credentials.get(lifeline);
  if (credentials === undefined || lifeline.isOver) return asked(endedHere(ended(), false), 'connecting');
  if (!('headers' in credentials)) return asked(credentialsFailed(credentials.cause), 'connecting');
  const end = await replica.transport.probe(
    {
      method: 'GET',
      path: `${replica.address.pathPrefix}/v1/info`,
      headers: parts.fixedHeaders.concat(credentials.headers, headerNames.requestId, encodeId(requestId)),
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
