/**
 * One peer in a process of its own, measured on demand: a slot is "keep so many calls in flight for so long", and
 * its cost is what the process used meanwhile. A process each, because peers that share one also share compiled
 * code and garbage, and then pay for each other. It never forces a garbage collection: one that finds no call in
 * flight takes the hidden classes of calls for dead and throws away the compiled code that relies on them, after
 * which a slot costs four times as much as in a program that simply runs.
 */
import { isDeepStrictEqual } from 'node:util';
import { answerRequests } from './child-process.js';
import { inputs, loads } from './message.js';
import { createPeer } from './peers/peers.js';

const [name = '', rest = '{}'] = process.argv.slice(2);
const shared = JSON.parse(rest);

/** @type {Map<string, { load: import('./message.js').Load, peer: import('./peers/peers.js').Peer }>} */
const opened = new Map();

/** Makes the peer for a load and proves that it brings the right answer. @param {string} loadName */
async function open(loadName) {
  const load = loads.find((each) => each.name === loadName);
  if (load === undefined) throw new Error(`no such load: ${loadName}`);
  const peer = await createPeer(name, { ...shared, concurrency: load.concurrency });
  opened.set(loadName, { load, peer });
  const input = inputs[load.message];
  if (!isDeepStrictEqual(await peer.call(input), input)) throw new Error(`${name} brought a wrong answer`);
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
  const { load, peer } = entry;
  const input = inputs[load.message];
  // Reopens what was closed while idle.
  await keepBusy(load.concurrency, () => peer.call(input), 20);
  const startedMs = performance.now();
  const before = process.cpuUsage();
  const calls = await keepBusy(load.concurrency, () => peer.call(input), ms);
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
