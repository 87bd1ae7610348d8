/**
 * How long other work of the process has to wait while large answers are read and parsed: Node's own histogram of the
 * event loop's delay.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { answerRequests } from '../child-process.js';
import { jobOf } from '../message.js';
import { createPeer } from '../peers/peers.js';

const [name = '', rest = '{}'] = process.argv.slice(2);
const concurrency = 2;

/** @typedef {{ p99Ms: number, maxMs: number }} Delay */

/**
 * @param {number} answers  that count; some before them do not
 * @returns {Promise<Delay>}
 */
async function delayOf(answers) {
  const peer = await createPeer(name, { ...JSON.parse(rest), connections: concurrency });
  const job = jobOf('small', '5mb');
  const callTimes = async (/** @type {number} */ times) => {
    let left = times;
    const lane = async () => {
      for (; left > 0; await peer.call(job)) left -= 1;
    };
    await Promise.all(Array.from({ length: concurrency }, lane));
  };
  await callTimes(Math.ceil(answers / 5));
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  histogram.enable();
  await callTimes(answers);
  histogram.disable();
  await peer.close();
  return {
    p99Ms: histogram.percentile(99) / 1e6,
    maxMs: histogram.max / 1e6,
  };
}

answerRequests({ delayOf });
