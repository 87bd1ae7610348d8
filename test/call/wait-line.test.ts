import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Standing, WaitLine } from '../../src/call/slots/wait-line.js';

class Item extends Standing<Item> {}

/** Joins one with this number; the function by which it leaves. */
function joinOne(line: WaitLine<Item>, number: number): () => void {
  const item = new Item(number);
  line.join(item);
  return () => line.leave(item);
}

/** Joins one per number. */
function join(line: WaitLine<Item>, numbers: readonly number[]): (() => void)[] {
  return numbers.map((number) => joinOne(line, number));
}

/** Who is first, again and again, when the first leaves each time. */
function served(line: WaitLine<Item>, leave: ReadonlyMap<number, () => void>): number[] {
  const order: number[] = [];
  for (let first = line.first; first !== undefined; first = line.first) {
    order.push(first.number);
    leave.get(first.number)?.();
  }
  return order;
}

const byNumber = (numbers: readonly number[], leave: readonly (() => void)[]) =>
  new Map(numbers.map((number, at) => [number, leave[at] ?? (() => {})]));

it('serves by number, also one that joins late', () => {
  const line = new WaitLine<Item>();
  const numbers = [3, 5, 9, 4, 1, 10];
  const leave = byNumber(numbers, join(line, numbers));
  expect(served(line, leave)).toEqual([1, 3, 4, 5, 9, 10]);
  expect(line.first).toBeUndefined();
});

it('lets the first, the last and one between leave, and others join after them', () => {
  const line = new WaitLine<Item>();
  const numbers = [1, 2, 3, 4, 5];
  const leave = byNumber(numbers, join(line, numbers));
  for (const number of [1, 3, 5]) leave.get(number)?.();
  leave.set(6, joinOne(line, 6));
  expect(served(line, leave)).toEqual([2, 4, 6]);
});

it('holds what a sorted array would hold, whoever joins and leaves', () => {
  const steps = fc.array(
    fc.oneof(fc.record({ join: fc.nat({ max: 1_000 }) }), fc.record({ leave: fc.nat({ max: 50 }) })),
    { maxLength: 200 },
  );
  fc.assert(
    fc.property(steps, (given) => {
      const line = new WaitLine<Item>();
      let model: { readonly number: number; readonly leave: () => void }[] = [];
      for (const step of given) {
        if ('join' in step) {
          if (model.some(({ number }) => number === step.join)) continue;
          model.push({ number: step.join, leave: joinOne(line, step.join) });
          model.sort((one, other) => one.number - other.number);
        } else {
          const gone = model[step.leave % Math.max(1, model.length)];
          gone?.leave();
          model = model.filter((place) => place !== gone);
        }
        expect(line.first?.number).toBe(model[0]?.number);
      }
      const order = served(line, new Map(model.map(({ number, leave }) => [number, leave])));
      expect(order).toEqual(model.map(({ number }) => number));
    }),
  );
});
