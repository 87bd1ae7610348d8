/**
 * What a process pays before its first outcome, and what the import alone is of that.
 */
import { peerTitles } from '../peers/peers.js';
import { numberText, ratioText } from '../report/text.js';
import { pairedRatios, spreadOf } from '../stats.js';
import { measureStarts } from './measure.js';

const firstCall = 'start-up';
const importAlone = 'import';
const importTitles = { ...peerTitles, request: 'undici', nothing: 'no import' };

/** @type {import('../sections.js').Section} */
export const startUpSection = {
  cases: [firstCall, importAlone],
  async measure({ options, target, say }) {
    const tables = [];
    const promises = [];
    if (options.cases.has(firstCall)) {
      say('start-up: first call');
      const samples = await firstCalls(options, target);
      tables.push(
        tableOf('From process start to the first outcome', samples, { ...options, titles: peerTitles }),
      );
      promises.push(...promiseOf(samples));
    }
    if (options.cases.has(importAlone)) {
      say('start-up: import');
      const samples = await imports(options, target);
      tables.push(
        tableOf('From process start to the end of the import', samples, { ...options, titles: importTitles }),
      );
    }
    return { tables, promises };
  },
};

/** @typedef {Map<string, import('./measure.js').StartUpSamples>} Samples  by peer */

/**
 * @param {import('../sections.js').Run['options']} options
 * @param {import('../sections.js').BenchTarget} target
 * @returns {Promise<Samples>}
 */
function firstCalls({ peers, startUps }, target) {
  const one = JSON.stringify({ ...target, urls: target.urls.slice(0, 1) });
  const script = new URL('./first-call-process.js', import.meta.url);
  return measureStarts(script, new Map(peers.map((peer) => [peer, [peer, one]])), startUps);
}

/**
 * @param {import('../sections.js').Run['options']} options
 * @param {import('../sections.js').BenchTarget} target
 * @returns {Promise<Samples>}
 */
function imports({ peers, startUps }, { clientModule, otherModule = '' }) {
  const modules = {
    client: clientModule,
    other: otherModule,
    request: 'undici',
    got: 'got',
    axios: 'axios',
    ky: 'ky',
  };
  /** @type {Map<string, readonly string[]>} */
  const kinds = new Map();
  for (const [peer, module] of Object.entries(modules)) {
    if (peers.includes(peer)) kinds.set(peer, [module]);
  }
  kinds.set('nothing', []);
  return measureStarts(new URL('./import-process.js', import.meta.url), kinds, startUps);
}

/**
 * @param {string} title
 * @param {Samples} samples
 * @param {{ baseline: string, titles: Readonly<Record<string, string>> }} names
 * @returns {import('../sections.js').Table}
 */
function tableOf(title, samples, { baseline, titles }) {
  const ours = samples.get(baseline);
  const head = ['', 'time, ms', 'CPU, ms'];
  const ratios = [`time, ${baseline} ÷ it`, `CPU, ${baseline} ÷ it`];
  const rows = [...samples].map(([peer, theirs]) => {
    const row = [
      titles[peer] ?? peer,
      numberText(spreadOf(theirs.wallMs).median),
      numberText(spreadOf(theirs.cpuMs).median),
    ];
    if (ours === undefined) return row;
    if (peer === baseline) return [...row, '–', '–'];
    return [...row, ratioText(ours.wallMs, theirs.wallMs), ratioText(ours.cpuMs, theirs.cpuMs)];
  });
  return { title, head: ours === undefined ? head : [...head, ...ratios], rows };
}

/** @param {Samples} samples */
function promiseOf(samples) {
  const ours = samples.get('client');
  const theirs = samples.get('request');
  if (ours === undefined || theirs === undefined) return [];
  const value = spreadOf(pairedRatios(ours.wallMs, theirs.wallMs)).median;
  const what = 'process start to first outcome, against undici by hand';
  return [{ what, value, bound: { atMost: 1.4 } }];
}
