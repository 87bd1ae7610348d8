import { expect, it } from 'vitest';
import { newRequestId } from '../../src/call/request-id.js';

const ids = Array.from({ length: 100_000 }, newRequestId);

it('is a UUID of version 4', () => {
  const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
  expect(ids.filter((id) => !uuid.test(id))).toEqual([]);
});

it('is never the same twice', () => {
  expect(new Set(ids).size).toBe(ids.length);
});

it('is as random as its digits may be: each stands about as often as the others in each place', () => {
  for (let place = 0; place < 36; place += 1) {
    const counts = new Map<string, number>();
    for (const id of ids) counts.set(id.charAt(place), (counts.get(id.charAt(place)) ?? 0) + 1);
    const fair = ids.length / counts.size;
    // Six standard deviations of a fair count, and more: one run in a hundred million is beyond that.
    const most = Math.max(...[...counts.values()].map((count) => Math.abs(count - fair)));
    expect([1, 4, 16]).toContain(counts.size);
    expect(most).toBeLessThan(7 * Math.sqrt(fair));
  }
});
