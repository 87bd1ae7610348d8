/**
 * One hostile answer and what becomes of it: a call meets it, a second call on the same client meets a good one, and
 * then nothing may be left. What the first outcome must say is told by the table of verdicts.
 */
import { expect } from 'vitest';
import { type Seen, type Verdict, verdicts } from '../../mocks/verdicts.js';
import {
  createPackClient,
  isSafeToRetry,
  type PackClientOptions,
  type ToolOutcome,
} from '../../src/index.js';
import { message } from '../faults/answers.js';
import { type Script, startRawService } from '../faults/raw-service.js';
import { call } from '../regressions/set-up.js';
import { until } from '../until.js';

const secondAnswer = message({ kind: 'result', output: 'of the second call' });

/** Sends the same bytes to the first request. */
export const says =
  (bytes: string | Uint8Array): Script =>
  (wire) =>
    wire.send(bytes);

/** The first call's outcome; fails if the second call is not a result of its own, or anything stays open. */
export async function meet(hostile: Script, options: Partial<PackClientOptions> = {}): Promise<ToolOutcome> {
  const service = await startRawService({
    onRequest: (wire, request) => (request.number === 1 ? hostile(wire, request) : wire.send(secondAnswer)),
  });
  try {
    const client = createPackClient({
      url: service.url,
      token: 'test-token',
      timeoutMs: 15_000,
      maxConcurrency: 1,
      retry: { minDelayMs: 1, maxDelayMs: 2 },
      ...options,
    });
    const first = await client.invoke(call, { requestId: 'first' });
    const second = await client.invoke(call, { requestId: 'second', timeoutMs: 15_000 });
    expect(second).toMatchObject({ kind: 'result', output: 'of the second call' });
    expect(service.requests.map(({ headers }) => headers['kindgi-request-id'])).toEqual(['first', 'second']);
    await client.close({ graceMs: 0 });
    await until(() => service.open === 0, 'no connection is left');
    return first;
  } finally {
    await service.close();
  }
}

/** An outcome by what was seen, as the table of verdicts has it. */
export function expectSeen(outcome: ToolOutcome, seen: Seen): void {
  const { kind, is, execution, mayStillRun, stopped, isSafe }: Verdict = verdicts[seen];
  expect({
    kind: outcome.kind,
    is: nameOf(outcome),
    execution: outcome.execution,
    mayStillRun: outcome.mayStillRun,
    stopped: outcome.stopped,
    isSafe: isSafeToRetry(outcome),
  }).toEqual({ kind, is, execution, mayStillRun, stopped, isSafe });
}

function nameOf(outcome: ToolOutcome): string {
  switch (outcome.kind) {
    case 'result':
      return outcome.kind;
    case 'error':
      return outcome.code;
    case 'transport':
      return outcome.reason;
  }
}
