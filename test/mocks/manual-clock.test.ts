/** A clock that moves only when it is told, and what it runs then. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { ManualClock } from '../../mocks/index.js';

test('timers run at their moment, in the order of their moments, unless they are taken back', async () => {
  const clock = new ManualClock();
  const ran: string[] = [];
  const note = (name: string) => () => void ran.push(`${name} at ${clock.nowMs()}`);
  clock.startTimer(note('late'), 20);
  clock.startTimer(note('early'), 10);
  clock.startTimer(note('early too'), 10);
  const takeBack = clock.startTimer(note('never'), 15);
  takeBack();
  takeBack();
  expect(clock.timers).toBe(3);
  await clock.advance(19);
  expect(ran).toEqual(['early at 10', 'early too at 10']);
  await clock.advance(1);
  expect(ran.at(-1)).toBe('late at 20');
  expect([clock.nowMs(), clock.timers]).toEqual([20, 0]);
});

test('promises settle between two moments, so that a wait begun in one counts from it', async () => {
  const clock = new ManualClock();
  const pause = (ms: number) => new Promise<void>((resolve) => void clock.startTimer(resolve, ms));
  const moments: number[] = [];
  const work = async () => {
    for (const ms of [5, 0, 7]) {
      await pause(ms);
      moments.push(clock.nowMs());
    }
  };
  const done = work();
  await clock.advance(100);
  await done;
  expect(moments).toEqual([5, 5, 12]);
  expect(clock.nowMs()).toBe(100);
});

test('a lag moves it past timers, which then run late', async () => {
  const clock = new ManualClock();
  const ran: number[] = [];
  clock.startTimer(() => void ran.push(clock.nowMs()), 10);
  clock.lag(50);
  expect(ran).toEqual([]);
  await clock.advance(0);
  expect(ran).toEqual([50]);
});

test('it moves under fake timers too', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const clock = new ManualClock();
  let ran = false;
  clock.startTimer(() => {
    ran = true;
  }, 5);
  await clock.advance(5);
  expect(ran).toBe(true);
});

test('chance is the same for the same seed, from 0 up to 1', () => {
  const numbers = (seed: number) => Array.from({ length: 100 }, new ManualClock(seed).random);
  expect(numbers(7)).toEqual(numbers(7));
  expect(numbers(7)).not.toEqual(numbers(8));
  expect(numbers(7).every((number) => number >= 0 && number < 1)).toBe(true);
});

test.each([Number.NaN, -1, Number.POSITIVE_INFINITY])('it does not move by %d', async (byMs) => {
  const clock = new ManualClock();
  expect(() => clock.lag(byMs)).toThrow('byMs: expected milliseconds, 0 or more');
  await expect(clock.advance(byMs)).rejects.toThrow('byMs');
  expect(clock.nowMs()).toBe(0);
});
