import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WaitLine } from '../../src/call/wait-line.js';

it('serves in the order in which items joined', () => {
  const line = new WaitLine<string>();
  for (const item of ['first', 'second', 'third']) line.join(item);
  expect([...line]).toEqual(['first', 'second', 'third']);
  expect(line.length).toBe(3);
});

it('lets the first, the last and one between leave', () => {
  const line = new WaitLine<number>();
  const leave = [1, 2, 3, 4, 5].map((item) => line.join(item));
  for (const at of [0, 2, 4]) leave[at]?.();
  expect([...line]).toEqual([2, 4]);
  line.join(6);
  expect([...line]).toEqual([2, 4, 6]);
});

it('goes on to the next when the one being served leaves', () => {
  const line = new WaitLine<number>();
  const leave = new Map([1, 2, 3].map((item) => [item, line.join(item)]));
  const served: number[] = [];
  for (const item of line) {
    served.push(item);
    leave.get(item)?.();
  }
  expect(served).toEqual([1, 2, 3]);
  expect(line.length).toBe(0);
  expect([...line]).toEqual([]);
});

it('holds what an array would hold, whoever joins and leaves', () => {
  const steps = fc.array(fc.oneof(fc.constant('join' as const), fc.nat({ max: 50 })), { maxLength: 200 });
  fc.assert(
    fc.property(steps, (given) => {
      const line = new WaitLine<number>();
      let model: { readonly item: number; readonly leave: () => void }[] = [];
      for (const [item, step] of given.entries()) {
        const gone = step === 'join' ? undefined : model[step % Math.max(1, model.length)];
        if (step === 'join') model.push({ item, leave: line.join(item) });
        gone?.leave();
        model = model.filter((place) => place !== gone);
        expect([...line]).toEqual(model.map((place) => place.item));
        expect(line.length).toBe(model.length);
      }
    }),
  );
});
