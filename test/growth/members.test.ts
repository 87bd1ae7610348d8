/**
 * Whoever leaves from the middle and comes back pays the same in a crowd of any size: all calls of a client, all that
 * follow one signal, all in one line.
 */
import { expect, it } from 'vitest';
import { followSignal } from '../../src/call/lifetime/follow-signal.js';
import { OpenCalls } from '../../src/call/lifetime/open-calls.js';
import { Roster } from '../../src/call/lifetime/roster.js';
import { Standing, WaitLine } from '../../src/call/slots/wait-line.js';
import { ManualEnvironment } from '../manual-environment.js';
import { noticeable, timesAsMuch } from './work.js';

interface Crowd<Someone> {
  join(): Someone;
  leave(someone: Someone): void;
}

/** The few in the middle who come and go: always the same, so that they stay in the processor's cache at any size. */
const movers = 40;

/** Fills the crowd; the step is one who leaves and comes back. */
function coming<Someone>(size: number, { join, leave }: Crowd<Someone>): () => void {
  const everybody = Array.from({ length: size }, join);
  const moving = everybody.slice(size / 2, size / 2 + movers);
  let next = 0;
  return () => {
    const someone = moving[next];
    if (someone !== undefined) leave(someone);
    moving[next] = join();
    next = (next + 1) % movers;
  };
}

class Someone extends Standing<Someone> {}

const crowds: readonly (readonly [string, (size: number) => () => void])[] = [
  [
    'the open calls of a client',
    (size) => {
      const open = new OpenCalls(new ManualEnvironment());
      return coming(size, {
        join: () => open.begin({ timeoutMs: 60_000, answerGraceMs: 0, signal: undefined }),
        leave: (lifeline) => open.end(lifeline),
      });
    },
  ],
  [
    'the followers of a signal',
    (size) => {
      const { signal } = new AbortController();
      return coming(size, { join: () => followSignal(signal, () => {}), leave: (unfollow) => unfollow() });
    },
  ],
  [
    'a roster',
    (size) => {
      const roster = new Roster();
      const join = () => {
        const member = { place: 0 };
        roster.join(member);
        return member;
      };
      return coming(size, { join, leave: (member) => roster.leave(member) });
    },
  ],
  [
    'a line',
    (size) => {
      const line = new WaitLine<Someone>();
      let number = 0;
      const join = () => {
        number += 1;
        const someone = new Someone(number);
        line.join(someone);
        return someone;
      };
      return coming(size, { join, leave: (someone) => line.leave(someone) });
    },
  ],
];

it.each(crowds)('%s: one of 50,000 leaves and comes back for what it costs one of 100', (_name, setUp) => {
  expect(timesAsMuch({ few: 100, many: 50_000 }, 1_000, setUp)).toBeLessThan(noticeable);
});
