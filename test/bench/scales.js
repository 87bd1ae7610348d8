/**
 * How much of everything is measured: enough to rely on, in about ten minutes, or so little that it only shows that
 * everything still works.
 */

/**
 * @typedef {object} Scale
 * @property {number} rounds     of calls
 * @property {number} passes
 * @property {number} seconds    a turn
 * @property {number} warmUpMs   CPU time per peer, load and pass
 * @property {number} startUps
 * @property {{ rounds: number, callsEach: number, warmUpMs: number, forMs: number, windowMs: number, withinMs: number }} overload
 * @property {{ rounds: number, waiters: number, answers: number }} memory
 * @property {{ rounds: number, answers: number }} eventLoop
 * @property {{ calls: number, waiting: number, chunks: number }} growth
 */

/** @type {Scale} */
export const ordinary = {
  ...{ rounds: 12, passes: 3, seconds: 0.4, warmUpMs: 1_500, startUps: 10 },
  overload: { rounds: 3, callsEach: 20, warmUpMs: 2_000, forMs: 5_000, windowMs: 500, withinMs: 10_000 },
  memory: { rounds: 7, waiters: 10_000, answers: 5 },
  eventLoop: { rounds: 5, answers: 40 },
  growth: { calls: 200_000, waiting: 10_000, chunks: 500_000 },
};

/** @type {Scale} */
export const quick = {
  ...{ rounds: 1, passes: 1, seconds: 0.01, warmUpMs: 0, startUps: 1 },
  overload: { rounds: 1, callsEach: 2, warmUpMs: 100, forMs: 200, windowMs: 100, withinMs: 200 },
  memory: { rounds: 1, waiters: 1_000, answers: 1 },
  eventLoop: { rounds: 1, answers: 2 },
  growth: { calls: 1_000, waiting: 500, chunks: 10_000 },
};
