/** The promises about a replica set that fails, at a small scale; virtual time, so the numbers never vary. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type OutageOptions, type OutageReport, simulateOutage } from './outage.js';
import { promised } from './promises.js';
import { library, noRetry, sleepAndRetry } from './strategies.js';

const scale = { seed: 7, clients: 10, replicas: 10, cap: 32, callsPerSecond: 30, meanHandlerMs: 5 };
const seconds = [5, 15, 10, 30] as const;

// The policy loads its retry loop when it is first needed; virtual time would not wait for that.
beforeAll(() => import('p-retry'));

describe.each(['refused', 'not-ready', 'silent'] as const)('replicas that are lost (%s)', (lost) => {
  const options: OutageOptions = { ...scale, seconds, lost };
  let ours: OutageReport;
  let theirs: OutageReport;
  let single: OutageReport;
  beforeAll(async () => {
    ours = await simulateOutage(options, library);
    theirs = await simulateOutage(options, sleepAndRetry);
    single = await simulateOutage(options, noRetry);
  }, 60_000);

  it('cost at most 1.3 requests per call in the worst minute', () => {
    expect(ours.requestsPerCall).toBeLessThanOrEqual(promised.requestsPerCall);
    expect(ours.requestsPerCall).toBeLessThan(theirs.requestsPerCall);
  });

  it('are back at 95 % of the goodput within 5 seconds of their return', () => {
    expect(ours.backSeconds).toBeLessThanOrEqual(promised.backSeconds);
  });

  it('cost hardly a call while half of them work', () => {
    const [all = 0, half = 0, , returned = 0] = ours.answered;
    expect(all).toBeGreaterThan(promised.answered);
    expect(half).toBeGreaterThan(promised.answered);
    expect(returned).toBeGreaterThan(promised.answered);
    expect(half).toBeGreaterThan(single.answered[1] ?? 1);
    expect(half).toBeGreaterThan(theirs.answered[1] ?? 1);
  });

  it('lose fewer calls than without any retry', () => {
    expect(ours.answered[2]).toBeGreaterThan(single.answered[2] ?? 1);
  });
});

it('gives the same numbers for the same seed, and others for another', async () => {
  const small: OutageOptions = { ...scale, clients: 3, seconds: [1, 2, 2, 2], lost: 'refused' };
  const once = await simulateOutage(small, library);
  expect(await simulateOutage(small, library)).toEqual(once);
  expect(await simulateOutage({ ...small, seed: 8 }, library)).not.toEqual(once);
});
