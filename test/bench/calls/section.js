/**
 * CPU time and throughput of calls, load by load, as tables and held against what was promised.
 */
import { peerTitles } from '../peers/peers.js';
import { numberText, ratioText } from '../report/text.js';
import { pairedRatios, spreadOf } from '../stats.js';
import { loads } from './loads.js';
import { measureCalls } from './measure.js';

/** @type {import('../sections.js').Section} */
export const callsSection = {
  cases: loads.map(({ name }) => name),
  async measure({ options, target, say }) {
    const chosen = loads.filter(({ name }) => options.cases.has(name));
    const samples = await measureCalls({ ...options, loads: chosen }, target, say);
    return {
      tables: chosen.map((load) => tableOf(load, samples.get(load.name) ?? new Map(), options.baseline)),
      promises: promisesOf(samples),
    };
  },
};

/**
 * @param {import('./loads.js').Load} load
 * @param {Map<string, import('./measure.js').Samples>} samples  by peer
 * @param {string} baseline
 * @returns {import('../sections.js').Table}
 */
function tableOf({ title }, samples, baseline) {
  const ours = samples.get(baseline);
  const head = ['', 'CPU a call, µs', 'calls a second'];
  const ratios = [`CPU, ${baseline} ÷ it`, `calls a second, ${baseline} ÷ it`];
  const rows = [...samples].map(([peer, theirs]) => {
    const row = [
      peerTitles[peer] ?? peer,
      numberText(spreadOf(theirs.cpuMicros).median),
      numberText(spreadOf(theirs.callsPerSecond).median),
    ];
    if (ours === undefined) return row;
    if (peer === baseline) return [...row, '–', '–'];
    const both = [
      ratioText(ours.cpuMicros, theirs.cpuMicros),
      ratioText(ours.callsPerSecond, theirs.callsPerSecond),
    ];
    return [...row, ...both];
  });
  return { title, head: ours === undefined ? head : [...head, ...ratios], rows };
}

const cpuPromises = [
  {
    load: 'small-32',
    peer: 'request',
    atMost: 0.95,
    what: 'CPU a call, 32 at a time, against `pool.request()`',
  },
  { load: 'small-32', peer: 'dispatch', atMost: 1.2, what: 'the same against bare `pool.dispatch`' },
  {
    load: 'pino',
    peer: 'request',
    atMost: 1,
    what: 'the same with a line of pino, against `pool.request()` with one',
  },
];
const throughputPromises = ['fetch', 'got', 'axios', 'ky'].map((peer) => ({
  ...{ load: 'small-32', peer, atLeast: 5 },
  what: `calls a second, 32 at a time, against ${peerTitles[peer]}`,
}));

/**
 * @param {import('./measure.js').SamplesByLoad} samples
 * @returns {import('../sections.js').Promised[]}
 */
function promisesOf(samples) {
  const ratio = (
    /** @type {'cpuMicros' | 'callsPerSecond'} */ kind,
    /** @type {string} */ load,
    /** @type {string} */ peer,
  ) => {
    const ours = samples.get(load)?.get('client');
    const theirs = samples.get(load)?.get(peer);
    if (ours === undefined || theirs === undefined) return [];
    return [spreadOf(pairedRatios(ours[kind], theirs[kind])).median];
  };
  return [
    ...cpuPromises.flatMap(({ load, peer, atMost, what }) =>
      ratio('cpuMicros', load, peer).map((value) => ({ what, value, bound: { atMost } })),
    ),
    ...throughputPromises.flatMap(({ load, peer, atLeast, what }) =>
      ratio('callsPerSecond', load, peer).map((value) => ({ what, value, bound: { atLeast } })),
    ),
  ];
}
