/** The matchers about outcomes: when they hold, when `.not` does, and what a failure says and does not say. */
import { describe, expect, it } from 'vitest';
import '../../mocks/vitest/index.js';
import {
  type Attempt,
  PackCallError,
  type PackError,
  type ToolOutcome,
  type ToolResult,
  type TransportFailure,
} from '../../src/index.js';

const attempt: Attempt = {
  replica: 'http://pack.internal:8080',
  startedMs: 0,
  durationMs: 3,
  timeoutMs: 1_000,
  stage: 'answered',
  status: 200,
  verdict: 'result',
  execution: 'ran',
};
const facts = { requestId: 'request-1', durationMs: 4, mayStillRun: false } as const;

const result: ToolResult = {
  ...facts,
  kind: 'result',
  output: { secret: 'hush' },
  execution: 'ran',
  stopped: 'answered',
  attempts: [attempt],
};
const threw: PackError = {
  ...facts,
  kind: 'error',
  code: 'handler-throw',
  message: 'hush: card 4242',
  cause: { message: 'hush' },
  execution: 'ran',
  stopped: 'answered',
  attempts: [{ ...attempt, verdict: 'handler-throw' }],
};
const unknownCode: PackError = {
  ...threw,
  code: 'hush of 2031',
  execution: 'may-have-run',
  attempts: [{ ...attempt, verdict: 'error', execution: 'may-have-run' }],
};
const refusedTry: Attempt = {
  ...attempt,
  status: 503,
  verdict: 'unavailable',
  execution: 'did-not-run',
};
const refused: TransportFailure = {
  ...facts,
  kind: 'transport',
  reason: 'unavailable',
  message: 'the service takes no calls now: overloaded',
  status: 503,
  detail: 'overloaded',
  retryAfterMs: 1_000,
  execution: 'did-not-run',
  stopped: 'attempts',
  attempts: [{ ...refusedTry, waitMs: 1_234.4 }, refusedTry],
};
const misconfigured: TransportFailure = { ...refused, detail: 'missing env', stopped: 'not-retryable' };
const { status: _none, ...unanswered } = attempt;
const lost: TransportFailure = {
  ...facts,
  kind: 'transport',
  reason: 'connection-lost',
  message: 'the connection ended before a whole answer',
  cause: { message: 'hush' },
  execution: 'may-have-run',
  mayStillRun: true,
  stopped: 'not-retryable',
  attempts: [{ ...unanswered, stage: 'sent', verdict: 'connection-lost', execution: 'may-have-run' }],
};
const queued: TransportFailure = {
  ...facts,
  kind: 'transport',
  reason: 'queue-full',
  message: 'the queue is full',
  execution: 'did-not-run',
  stopped: 'not-started',
  attempts: [],
};

/** Outcome, and whether each matcher holds for it. */
const answers: readonly (readonly [string, ToolOutcome, boolean, boolean, boolean])[] = [
  ['a result', result, true, false, false],
  ['a throw', threw, true, false, false],
  ['an unknown code', unknownCode, false, false, false],
  ['a refusal', refused, false, true, true],
  ['a missing environment', misconfigured, false, true, false],
  ['a lost connection', lost, false, false, false],
  ['a full queue', queued, false, true, true],
];

/** The message with which an assertion fails; `undefined` if it holds. */
function failureOf(assertion: () => void): string | undefined {
  try {
    assertion();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe.each(answers)('of %s', (_what, outcome, hasRun, hasNotRun, isSafe) => {
  const asked = [
    ['toHaveRun', hasRun, () => expect(outcome).toHaveRun(), () => expect(outcome).not.toHaveRun()],
    [
      'toNotHaveRun',
      hasNotRun,
      () => expect(outcome).toNotHaveRun(),
      () => expect(outcome).not.toNotHaveRun(),
    ],
    [
      'toBeSafeToRetry',
      isSafe,
      () => expect(outcome).toBeSafeToRetry(),
      () => expect(outcome).not.toBeSafeToRetry(),
    ],
  ] as const;

  it.each(asked)('%s holds: %s', (_name, holds, assertion, negation) => {
    expect(failureOf(assertion) === undefined).toBe(holds);
    expect(failureOf(negation) === undefined).toBe(!holds);
  });
});

describe('a failed assertion', () => {
  it('tells what came of the call, and each try', () => {
    expect(failureOf(() => expect(refused).toHaveRun())).toMatchInlineSnapshot(`
      "expected the call to have run
        outcome:   transport unavailable (503, overloaded)
        execution: did-not-run
        stopped:   attempts
        attempts:  2
          1. answered 503, unavailable: did-not-run, then a wait of 1234 ms
          2. answered 503, unavailable: did-not-run"
    `);
    expect(failureOf(() => expect(lost).toNotHaveRun())).toMatchInlineSnapshot(`
      "expected the call provably not to have run
        outcome:   transport connection-lost
        execution: may-have-run, may still be running
        stopped:   not-retryable
        attempts:  1
          1. sent, connection-lost: may-have-run"
    `);
    expect(failureOf(() => expect(queued).not.toBeSafeToRetry())).toMatchInlineSnapshot(`
      "expected the call not to be safe to retry
        outcome:   transport queue-full
        execution: did-not-run
        stopped:   not-started
        attempts:  none"
    `);
    expect(failureOf(() => expect(threw).not.toHaveRun())).toMatchInlineSnapshot(`
      "expected the call not to have run
        outcome:   error handler-throw
        execution: ran
        stopped:   answered
        attempts:  1
          1. answered 200, handler-throw: ran"
    `);
  });

  it('tells nothing that was sent or answered, and no address', () => {
    for (const [, outcome] of answers) {
      const words = [
        failureOf(() => expect(outcome).toHaveRun()),
        failureOf(() => expect(outcome).not.toHaveRun()),
        failureOf(() => expect(outcome).toBeSafeToRetry()),
      ].join();
      expect(words).not.toMatch(/hush|4242|internal/);
    }
  });
});

describe('what is asked', () => {
  it('may be the error that `unwrap` throws, also through `rejects`', async () => {
    const error = new PackCallError('no result', refused);
    expect(error).toBeSafeToRetry();
    await expect(Promise.reject(error)).rejects.toNotHaveRun();
    await expect(Promise.resolve(lost)).resolves.not.toBeSafeToRetry();
  });

  it('may be asked inside another expectation', () => {
    expect({ outcome: refused }).toEqual({ outcome: expect.toBeSafeToRetry() });
  });

  it.each([
    ['a promise: await the call first', Promise.resolve(result)],
    ['undefined', undefined],
    ['null', null],
    ['a string', 'result'],
    ['another object', { kind: 'result' }],
  ])('is refused if it is %s, also with `.not`', (what, received) => {
    const said = `expects the outcome of a call or a PackCallError, not ${what}`;
    expect(failureOf(() => expect(received).toHaveRun())).toBe(`toHaveRun ${said}`);
    expect(failureOf(() => expect(received).not.toHaveRun())).toBe(`toHaveRun ${said}`);
  });
});
