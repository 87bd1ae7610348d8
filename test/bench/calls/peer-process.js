/**
 * One peer in a process of its own, measured on demand: a slot is "keep so many calls in flight for so long", and
 * its cost is what the process used meanwhile. A process each, because peers that share one also share compiled
 * code and garbage, and then pay for each other. It never forces a garbage collection: one that finds no call in
 * flight takes the hidden classes of calls for dead and throws away the compiled code that relies on them, after
 * which a slot costs four times as much as in a program that simply runs.
 */
import { join } from 'node:path';
import { answerRequests } from '../child-process.js';
import { dataOf, jobOf } from '../message.js';
import { createPeer } from '../peers/peers.js';
import { loads } from './loads.js';

const [name = '', rest = '{}'] = process.argv.slice(2);
/** @type {import('../sections.js').BenchTarget} */
const target = JSON.parse(rest);

const reopenMs = 20;

/**
 * @typedef {object} Opened
 * @property {number} concurrency
 * @property {import('../message.js').Job} job
 * @property {import('../peers/peers.js').Peer} peer
 */

/** By load. @type {Map<string, Opened>} */
const opened = new Map();

/** Makes the peer for a load and proves that it brings the right answer. @param {string} loadName */
async function open(loadName) {
  const load = loads.find((each) => each.name === loadName);
  if (load === undefined) throw new Error(`no such load: ${loadName}`);
  const { concurrency, connections, validates } = load;
  const peer = await createPeer(name, {
    ...target,
    urls: target.urls.slice(0, load.replicas),
    connections,
    validates,
    ...(load.logs ? { logFile: join(target.folder, `${name}.log`) } : {}),
  });
  const job = jobOf(load.send, load.get);
  opened.set(loadName, { concurrency, job, peer });
  const output = await peer.call(job);
  if (JSON.stringify(output) !== JSON.stringify(dataOf(load.get))) {
    throw new Error(`${name} brought a wrong answer`);
  }
}

/**
 * @typedef {object} SlotResult
 * @property {number} calls
 * @property {number} cpuMicros  user and system time of this process
 * @property {number} wallMs
 */

/**
 * @param {{ load: string, ms: number }} slot
 * @returns {Promise<SlotResult>}
 */
async function run({ load: loadName, ms }) {
  const entry = opened.get(loadName);
  if (entry === undefined) throw new Error(`not opened: ${loadName}`);
  const { concurrency, job, peer } = entry;
  // Reopens what was closed while idle; a turn that short is only a smoke test.
  if (ms >= reopenMs) await keepBusy(concurrency, () => peer.call(job), reopenMs);
  const startedMs = performance.now();
  const before = process.cpuUsage();
  const calls = await keepBusy(concurrency, () => peer.call(job), ms);
  const used = process.cpuUsage(before);
  return { calls, cpuMicros: used.user + used.system, wallMs: performance.now() - startedMs };
}

/**
 * Calls until this process has worked for so long. Counted in CPU time, because compiling what is hot takes a certain
 * amount of work, which on a busy machine takes longer; gives up after five times as much on the clock.
 *
 * @param {{ load: string, ms: number }} warmUp
 */
async function warmUp({ load, ms }) {
  const untilMs = performance.now() + 5 * ms;
  for (let workedMs = 0; workedMs < ms && performance.now() < untilMs; ) {
    const { cpuMicros } = await run({ load, ms: 100 });
    workedMs += cpuMicros / 1000;
  }
}

/**
 * @param {number} concurrency
 * @param {() => Promise<unknown>} act
 * @param {number} ms
 * @returns {Promise<number>} how often it acted
 */
async function keepBusy(concurrency, act, ms) {
  const endMs = performance.now() + ms;
  let calls = 0;
  const lane = async () => {
    do {
      await act();
      calls += 1;
    } while (performance.now() < endMs);
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return calls;
}

async function close() {
  for (const { peer } of opened.values()) await peer.close();
  opened.clear();
}

answerRequests({ open, warmUp, run, close });
