import { beforeEach, describe, expect, it } from 'vitest';
import { RetryBudget } from '../../src/call/retry/retry-budget.js';
import { ManualEnvironment } from '../manual-environment.js';

let environment: ManualEnvironment;
let budget: RetryBudget;
beforeEach(() => {
  environment = new ManualEnvironment();
  budget = new RetryBudget(environment);
});

/** Takes until nothing is left. */
function takeAll(): number {
  let taken = 0;
  while (budget.take()) taken += 1;
  return taken;
}

function earn(calls: number): void {
  for (let call = 0; call < calls; call += 1) budget.earn();
}

describe('a retry budget', () => {
  it('starts with ten', () => {
    expect(takeAll()).toBe(10);
  });

  it('earns one retry with every five calls', () => {
    takeAll();
    earn(4);
    expect(takeAll()).toBe(0);
    earn(1);
    expect(takeAll()).toBe(1);
    earn(100);
    expect(takeAll()).toBe(20);
  });

  it('earns exactly a fifth, however many calls it was', () => {
    earn(65);
    expect(takeAll()).toBe(23);
  });

  it('earns ten retries a second', async () => {
    takeAll();
    await environment.advance(99);
    expect(takeAll()).toBe(0);
    await environment.advance(1);
    expect(takeAll()).toBe(1);
    await environment.advance(1_000);
    expect(takeAll()).toBe(10);
  });

  it('holds fifty at most, from calls', () => {
    earn(10_000);
    expect(takeAll()).toBe(50);
  });

  it('holds fifty at most, from time', async () => {
    await environment.advance(3_600_000);
    expect(takeAll()).toBe(50);
  });

  it('lets no more through in a long outage than calls and time allow', async () => {
    let taken = 0;
    for (let second = 0; second < 60; second += 1) {
      for (let call = 0; call < 100; call += 1) {
        budget.earn();
        taken += takeAll();
        await environment.advance(10);
      }
    }
    expect(taken).toBeLessThanOrEqual(10 + 60 * 100 * 0.2 + 60 * 10);
    expect(taken).toBeGreaterThan(60 * 100 * 0.2 + 60 * 10 - 10);
  });

  it('starts no timer', () => {
    takeAll();
    expect(environment.timers).toBe(0);
  });
});
