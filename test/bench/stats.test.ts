import { describe, expect, it } from 'vitest';
import { orderOf, pairedRatios, quantile, sharesOf, spreadOf } from './stats.js';

describe('quantiles', () => {
  it('need no order and leave the values as they were', () => {
    const values = [9, 1, 5];
    expect(quantile(values, 0.5)).toBe(5);
    expect(values).toEqual([9, 1, 5]);
  });

  it.each([
    { share: 0, expected: 10 },
    { share: 0.25, expected: 17.5 },
    { share: 0.5, expected: 25 },
    { share: 0.75, expected: 32.5 },
    { share: 1, expected: 40 },
  ])('lie between two neighbours where none is hit: $share', ({ share, expected }) => {
    expect(quantile([40, 10, 30, 20], share)).toBeCloseTo(expected, 10);
  });

  it('sort as numbers, not as text', () => {
    expect(quantile([10, 9, 100], 0.5)).toBe(10);
  });

  it('of one value are that value', () => {
    expect(spreadOf([7])).toEqual({ median: 7, lower: 7, upper: 7 });
  });

  it('may be infinite: what never came about took for ever', () => {
    expect(quantile([Number.POSITIVE_INFINITY], 0.5)).toBe(Number.POSITIVE_INFINITY);
    expect(quantile([1, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY], 0.5)).toBe(
      Number.POSITIVE_INFINITY,
    );
  });

  it('of nothing do not exist', () => {
    expect(() => quantile([], 0.5)).toThrow(RangeError);
  });
});

describe('paired ratios', () => {
  it('compare the values of the same round', () => {
    expect(pairedRatios([80, 200, 45], [100, 100, 90])).toEqual([0.8, 2, 0.5]);
  });

  it('do not see a machine that slows down for both', () => {
    const ratios = pairedRatios([90, 180, 900], [100, 200, 1000]);
    expect(spreadOf(ratios)).toEqual({ median: 0.9, lower: 0.9, upper: 0.9 });
  });

  it('refuse series of different lengths', () => {
    expect(() => pairedRatios([1, 2], [1])).toThrow(RangeError);
  });
});

describe('the order of a round', () => {
  const items = ['a', 'b', 'c'];
  const orders = Array.from({ length: 6 }, (_, round) => orderOf(items, round));

  it('holds every item once', () => {
    for (const order of orders) expect([...order].sort()).toEqual(items);
  });

  it.each([0, 1, 2])('gives place %i to everybody equally often', (place) => {
    const there = orders.map((order) => order[place]);
    expect(there.sort()).toEqual(['a', 'a', 'b', 'b', 'c', 'c']);
  });

  it('runs backwards every other time', () => {
    expect(orders[0]).toEqual(['a', 'b', 'c']);
    expect(orders[1]).toEqual(['c', 'b', 'a']);
  });

  it('exists for no items', () => {
    expect(orderOf([], 3)).toEqual([]);
  });
});

describe('the shares of the passes', () => {
  it.each([
    { rounds: 15, passes: 3, expected: [5, 5, 5] },
    { rounds: 5, passes: 3, expected: [2, 2, 1] },
    { rounds: 2, passes: 3, expected: [1, 1] },
  ])('of $rounds rounds in $passes passes are $expected', ({ rounds, passes, expected }) => {
    expect(sharesOf(rounds, passes)).toEqual(expected);
  });
});
