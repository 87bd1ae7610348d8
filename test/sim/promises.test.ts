/** That the simulation's verdict can be no as well: each promise that a report breaks is named. */
import { expect, it } from 'vitest';
import { brokenInOutage, brokenInOverload } from './promises.js';

const kept = { answered: [1, 0.995, 0.4, 1], requestsPerCall: 1.3, backSeconds: 5, calls: 1_000 };
const single = { ...kept, answered: [1, 0.5, 0, 1] };
const phase = { cap: 8, refused: 0.05, used: 0.8, backMs: 6_000, failed: 0, largestShare: 1 };

it.each([
  [kept, single, []],
  [{ ...kept, requestsPerCall: 1.31 }, single, ['more requests per call than promised']],
  [{ ...kept, backSeconds: Number.POSITIVE_INFINITY }, single, ['back later than promised']],
  [{ ...kept, answered: [1, 0.99, 0.4, 1] }, single, ['fewer calls answered than promised']],
  [kept, kept, ['no more calls answered than without a retry']],
])('an outage, case %#', (ours, other, sentences) => {
  expect(brokenInOutage(ours, other)).toEqual(sentences);
});

it.each([
  [phase, []],
  [{ ...phase, refused: 0.051 }, ['cap 8: more calls refused than promised']],
  [{ ...phase, used: 0.79 }, ['cap 8: used less than promised']],
  [{ ...phase, backMs: Number.POSITIVE_INFINITY }, ['cap 8: throughput back later than promised']],
  [{ ...phase, failed: 1 }, ['cap 8: calls failed']],
])('an overload, case %#', (report, sentences) => {
  expect(brokenInOverload(report)).toEqual(sentences);
});
