/**
 * Memory of calls that wait, and of large answers while they are read.
 */
import { comparedPeers, inOwnProcesses, rowsOf } from '../own-processes.js';
import { numberText, ratioText } from '../report/text.js';
import { pairedRatios, spreadOf } from '../stats.js';

const waiting = 'memory-waiting';
const peak = 'memory-peak';
const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** @type {import('../sections.js').Section} */
export const memorySection = {
  cases: [waiting, peak],
  async measure(run) {
    const measured = [];
    if (run.options.cases.has(waiting)) measured.push(await waitingCalls(run));
    if (run.options.cases.has(peak)) measured.push(await largeAnswers(run));
    return {
      tables: measured.flatMap(({ tables }) => tables),
      promises: measured.flatMap(({ promises }) => promises),
    };
  },
};

/**
 * @param {import('../sections.js').Run} run
 * @returns {Promise<import('../sections.js').Measured>}
 */
async function waitingCalls({ options, target, say }) {
  say('memory: calls that wait');
  const { rounds, waiters } = options.memory;
  const file = new URL('./waiting-process.js', import.meta.url);
  const plan = { file, peers: comparedPeers(target), rounds, target };
  const results = await inOwnProcesses(plan, async (child) => {
    const bytes = Number(await child.ask('bytesPerCall', waiters));
    return bytes / kibibyte;
  });
  const rows = rowsOf(
    results,
    (kibibytes) => [`${median(kibibytes).toFixed(2)} KB`],
    (ours, theirs) => [ratioText(ours, theirs)],
  );
  const title = `Memory of a waiting call, beyond its body (${waiters.toLocaleString('en-US')} wait)`;
  const value = median(results.get('client') ?? []);
  return {
    tables: [{ title, head: ['', 'heap and buffers', 'client ÷ it'], rows }],
    promises: [
      { what: 'memory of a waiting call beyond its body', value, bound: { atMost: 3 }, unit: ' KB' },
    ],
  };
}

/**
 * @param {import('../sections.js').Run} run
 * @returns {Promise<import('../sections.js').Measured>}
 */
async function largeAnswers({ options, target, say }) {
  say('memory: large answers');
  const { rounds, answers } = options.memory;
  const file = new URL('./peak-process.js', import.meta.url);
  const plan = { file, peers: comparedPeers(target), rounds, target };
  const results = await inOwnProcesses(plan, async (child) => {
    /** @type {import('./peak-process.js').Peak} */
    const { peakBytes, addedBytes } = await child.ask('peakOf', answers);
    return { peak: peakBytes / mebibyte, added: addedBytes / mebibyte };
  });
  const peaks = (/** @type {readonly { peak: number }[]} */ all) => all.map((each) => each.peak);
  const added = (/** @type {readonly { added: number }[]} */ all) => all.map((each) => each.added);
  const rows = rowsOf(
    results,
    (all) => [`${numberText(median(added(all)))} MB`, `${numberText(median(peaks(all)))} MB`],
    (ours, theirs) => [ratioText(added(ours), added(theirs)), ratioText(peaks(ours), peaks(theirs))],
  );
  const value = median(pairedRatios(added(results.get('client') ?? []), added(results.get('request') ?? [])));
  const head = ['', 'added at most', 'process at most', 'added, client ÷ it', 'process, client ÷ it'];
  const title = `Peak memory while 5 MB are answered (${answers} times, one after the other)`;
  return {
    tables: [{ title, head, rows }],
    promises: [
      {
        what: 'memory that 5 MB answers add at most, against `pool.request()`',
        value,
        bound: { atMost: 1.05 },
      },
    ],
  };
}

/** @param {readonly number[]} values */
function median(values) {
  return spreadOf(values).median;
}
