/**
 * Callers who each make a call, and the next as soon as it has come to its result, in a process of their own. They
 * note how long each call took, all tries and waits included.
 */
import { answerRequests } from '../child-process.js';
import { jobOf } from '../message.js';
import { createStrategy } from './strategies.js';

const [name = '', rest = '{}', connections = '32'] = process.argv.slice(2);
const strategy = await createStrategy(name, JSON.parse(rest), Number(connections));
const job = jobOf('small', 'small');

/** @typedef {{ callers: number, callsEach: number }} Crowd */

answerRequests({
  /**
   * @param {Crowd} crowd
   * @returns {Promise<readonly number[]>} how long each call took, in milliseconds
   */
  async run({ callers, callsEach }) {
    /** @type {number[]} */
    const tookMs = [];
    const caller = async () => {
      for (let made = 0; made < callsEach; made += 1) {
        const startedMs = performance.now();
        await strategy.call(job);
        tookMs.push(performance.now() - startedMs);
      }
    };
    await Promise.all(Array.from({ length: callers }, caller));
    return tookMs;
  },
  /** Callers who never stop. @param {number} callers */
  start(callers) {
    const caller = async () => {
      for (;;) await strategy.call(job);
    };
    for (let at = 0; at < callers; at += 1) caller();
  },
});
