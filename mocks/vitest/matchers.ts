/**
 * Matchers about outcomes, for vitest's `expect`. Importing this file adds them; each asks the one question that
 * its name says, and a failure tells the outcome without anything that was sent or answered.
 */
import { expect } from 'vitest';
import type { AnyOutcome } from '../../src/outcome.js';
import { isSafeToRetry } from '../../src/unwrap.js';
import { outcomeOf, outcomeText } from './outcome-text.js';

interface OutcomeMatchers {
  /**
   * The call ran. `.not` also holds for one that may have run: where nothing may have happened, expect
   * `toNotHaveRun()`.
   */
  toHaveRun(): void;
  /** The call provably did not run. `.not` holds for one that ran, and for one that may have. */
  toNotHaveRun(): void;
  /** The call provably did not run, and trying again later can help: what `isSafeToRetry` says. */
  toBeSafeToRetry(): void;
}

declare module 'vitest' {
  interface Matchers<T> extends OutcomeMatchers {}
}

interface Question {
  readonly holds: (outcome: AnyOutcome) => boolean;
  /** What was expected: "expected the call …". */
  readonly expected: string;
  readonly expectedNot: string;
}

const questions: Readonly<Record<keyof OutcomeMatchers, Question>> = {
  toHaveRun: {
    holds: ({ execution }) => execution === 'ran',
    expected: 'to have run',
    expectedNot: 'not to have run',
  },
  toNotHaveRun: {
    holds: ({ execution }) => execution === 'did-not-run',
    expected: 'provably not to have run',
    expectedNot: 'to have run, or to be one that may have run',
  },
  toBeSafeToRetry: {
    holds: isSafeToRetry,
    expected: 'to be safe to retry',
    expectedNot: 'not to be safe to retry',
  },
};

function ask(matcher: keyof OutcomeMatchers, received: unknown) {
  const outcome = outcomeOf(received, matcher);
  const { holds, expected, expectedNot } = questions[matcher];
  const pass = holds(outcome);
  const message = () => `expected the call ${pass ? expectedNot : expected}\n${outcomeText(outcome)}`;
  return { pass, message };
}

expect.extend({
  toHaveRun: (received) => ask('toHaveRun', received),
  toNotHaveRun: (received) => ask('toNotHaveRun', received),
  toBeSafeToRetry: (received) => ask('toBeSafeToRetry', received),
});
