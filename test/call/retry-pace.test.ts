/** When a refused call is tried again: what was asked for is the least, jitter comes on top, and has to fit. */
import { describe, expect, it } from 'vitest';
import { decideRetry, type RetryCase } from '../../src/call/retry/retry.js';

const almostOne = 1 - Number.EPSILON / 2;

function waitOf(given: Partial<RetryCase>, askedMs = 0): number | string {
  const decision = decideRetry({
    ground: 'paced',
    answered: false,
    policy: { maxAttempts: 10, minDelayMs: 100, maxDelayMs: 5_000, readOnly: false, safeStatuses: [] },
    readOnlyTool: false,
    attempts: 1,
    remainingMs: 120_000,
    mayReauthorize: false,
    elsewhereLeft: () => false,
    elsewhereNow: () => false,
    soonestMs: () => askedMs,
    random: () => 0,
    takeBudget: () => true,
    ...given,
  });
  return decision.again ? decision.waitMs : decision.stopped;
}

const latest = { random: () => almostOne };

describe('a delay that a service asked for', () => {
  it.each([0, 1, 99, 100, 1_000, 60_000])('of %d ms is the least, whatever chance says', (askedMs) => {
    expect(waitOf({}, askedMs)).toBe(Math.max(100, askedMs));
    expect(waitOf(latest, askedMs)).toBeGreaterThan(Math.max(100, askedMs));
  });

  it.each([
    [0, 200],
    [1_000, 1_200],
    [10_000, 12_000],
    [60_000, 65_000],
  ])(
    'of %d ms ends by %d ms: a fifth more, a least delay at least, a longest delay at most',
    (askedMs, endMs) => {
      expect(waitOf(latest, askedMs)).toBeCloseTo(endMs, 6);
    },
  );

  it.each([1_000.5, 1_001, 1_010, 1_100, 1_199])(
    'of 1,000 ms fits into %d ms with any jitter',
    (remainingMs) => {
      for (const chance of [0, 0.5, almostOne]) {
        const waitMs = waitOf({ remainingMs, random: () => chance }, 1_000);
        expect(waitMs).toBeGreaterThanOrEqual(1_000);
        expect(waitMs).toBeLessThan(remainingMs);
      }
    },
  );

  it('leaves time for the call itself: half of what is left at least', () => {
    expect(waitOf({ ...latest, remainingMs: 1_100 }, 1_000)).toBeLessThanOrEqual(1_050);
  });

  it.each([999, 1_000])('of 1,000 ms ends the call at once when %d ms are left', (remainingMs) => {
    expect(waitOf({ remainingMs }, 1_000)).toBe('deadline');
  });

  it('draws on no budget', () => {
    expect(waitOf({ takeBudget: () => false }, 1_000)).toBe(1_000);
  });
});

describe('a back-off', () => {
  it('doubles with each try up to the longest delay, and chance takes from it', () => {
    const waits = [1, 2, 3, 6, 7, 9].map((attempts) => waitOf({ ...latest, ground: 'backoff', attempts }));
    for (const [at, endMs] of [100, 200, 400, 3_200, 5_000, 5_000].entries()) {
      expect(waits[at]).toBeCloseTo(endMs, 6);
    }
    expect(waitOf({ ground: 'backoff', attempts: 5 })).toBe(0);
  });

  it('ends with the budget', () => {
    expect(waitOf({ ground: 'backoff', takeBudget: () => false })).toBe('budget');
  });
});
