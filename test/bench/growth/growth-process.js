/**
 * Whether a call costs the same after many others, with many others in line, and in many pieces. Needs `--expose-gc`.
 */
import { answerRequests } from '../child-process.js';
import { jobOf } from '../message.js';
import { createPeer } from '../peers/peers.js';

const [name = '', rest = '{}'] = process.argv.slice(2);
const concurrency = 32;
const peer = await createPeer(name, { ...JSON.parse(rest), connections: concurrency });

/**
 * Makes calls and tells what each cost, user and system time of this process.
 *
 * @param {number} calls
 * @param {number} atOnce
 * @param {string} get
 */
async function cpuMicrosOf(calls, atOnce = concurrency, get = 'small') {
  const job = jobOf('small', get);
  let left = calls;
  const lane = async () => {
    for (; left > 0; await peer.call(job)) left -= 1;
  };
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: atOnce }, lane));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

async function heapBytes() {
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    globalThis.gc?.();
  }
  return process.memoryUsage().heapUsed;
}

/** @typedef {{ few: number, many: number }} Grown  the same figure, early and late */

/**
 * The first tenth warms up, the second counts as early, the last as late.
 *
 * @param {number} calls
 * @returns {Promise<{ cpuMicros: Grown, heapBytes: Grown }>}
 */
async function afterCalls(calls) {
  const tenth = Math.floor(calls / 10);
  await cpuMicrosOf(tenth);
  const early = await cpuMicrosOf(tenth);
  const earlyBytes = await heapBytes();
  await cpuMicrosOf(7 * tenth);
  const late = await cpuMicrosOf(tenth);
  return { cpuMicros: { few: early, many: late }, heapBytes: { few: earlyBytes, many: await heapBytes() } };
}

/**
 * CPU time of a call with few and with many others in line, beside those that have a slot; as many calls either way.
 *
 * @param {{ few: number, many: number }} waiting
 * @returns {Promise<Grown>}
 */
async function inLine({ few, many }) {
  const calls = 2 * many;
  const withInLine = (/** @type {number} */ others) => cpuMicrosOf(calls, concurrency + others);
  await withInLine(few);
  return { few: await withInLine(few), many: await withInLine(many) };
}

/**
 * CPU time of a chunk of one byte, in answers of 1,000 and of 10,000 of them.
 *
 * @param {number} chunks  to read either way
 * @returns {Promise<Grown>}
 */
async function inChunks(chunks) {
  const each = async (/** @type {number} */ size) =>
    (await cpuMicrosOf(Math.ceil(chunks / size), 1, `${size}-chunks`)) / size;
  await each(1_000);
  return { few: await each(1_000), many: await each(10_000) };
}

answerRequests({ afterCalls, inLine, inChunks });
