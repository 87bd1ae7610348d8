/** The promises about a service that takes fewer calls than wanted; virtual time, so the numbers never vary. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type OverloadOptions, simulateOverload } from './overload.js';
import { promised } from './promises.js';

// The policy loads its retry loop when it is first needed; virtual time would not wait for that.
beforeAll(() => import('p-retry'));

const quick = { seed: 3, callers: 64, warmUpMs: 2_000, windowMs: 500 };
/** Long enough for thousands of calls. */
const phasesOf = (forMs: number) => [8, 32, 8].map((cap) => ({ cap, forMs }));

describe.each([
  { meanHandlerMs: 5, spread: 'none' },
  { meanHandlerMs: 5, spread: 'exponential' },
  { meanHandlerMs: 20, spread: 'none' },
  { meanHandlerMs: 20, spread: 'exponential' },
] as const)('a cap of 8 behind a limit of 32, $meanHandlerMs ms a call (spread: $spread)', (kind) => {
  const phases = phasesOf(kind.meanHandlerMs === 5 ? 5_000 : 8_000);

  it('refuses at most 5 % and is used to 80 %, and 90 % of its return to 32 is there within 6 s', async () => {
    const [low, high, lowAgain] = await simulateOverload({ ...quick, ...kind, phases });
    for (const report of [low, lowAgain]) {
      expect(report?.refused).toBeLessThanOrEqual(promised.refused);
      expect(report?.used).toBeGreaterThanOrEqual(promised.used);
    }
    expect(high?.backMs).toBeLessThanOrEqual(promised.throughputBackMs);
    expect(high?.refused).toBeLessThanOrEqual(promised.refused);
    expect([low, high, lowAgain].map((report) => report?.failed)).toEqual([0, 0, 0]);
  });

  it('is shared by two clients: no call of either fails, and neither has nearly everything', async () => {
    const reports = await simulateOverload({ ...quick, ...kind, clients: 2, phases });
    for (const report of reports) {
      expect(report.refused).toBeLessThanOrEqual(promised.refused);
      expect(report.used).toBeGreaterThanOrEqual(promised.used);
      expect(report.failed).toBe(0);
      expect(report.largestShare).toBeLessThan(0.95);
    }
  });
});

it('keeps to a cap of 8 with calls of a second as well', async () => {
  const slow: OverloadOptions = {
    ...quick,
    meanHandlerMs: 1_000,
    spread: 'exponential',
    phases: phasesOf(90_000),
    warmUpMs: 10_000,
    windowMs: 5_000,
  };
  for (const clients of [1, 2]) {
    for (const { refused, used, failed } of await simulateOverload({ ...slow, clients })) {
      expect(refused).toBeLessThanOrEqual(promised.refused);
      expect(used).toBeGreaterThanOrEqual(promised.used);
      expect(failed).toBe(0);
    }
  }
});

it('has nearly no call refused when 128 callers meet a cap of 32', async () => {
  const [report] = await simulateOverload({
    ...quick,
    callers: 128,
    meanHandlerMs: 20,
    spread: 'exponential',
    phases: [{ cap: 32, forMs: 10_000 }],
  });
  expect(report?.refused).toBeLessThan(0.01);
  expect(report?.used).toBeGreaterThan(0.9);
});
