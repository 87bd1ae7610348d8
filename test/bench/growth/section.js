/**
 * What a call costs after many others, with many in line, and in many pieces. `test/growth` counts the work that lies
 * behind these times.
 */
import { startChild, withChild } from '../child-process.js';
import { numberText } from '../report/text.js';

const name = 'growth';
const script = new URL('./growth-process.js', import.meta.url);

/** @type {import('../sections.js').Section} */
export const growthSection = {
  cases: [name],
  async measure({ options, target, say }) {
    const { calls, waiting, chunks } = options.growth;
    const one = JSON.stringify({ ...target, urls: target.urls.slice(0, 1) });
    const ask = (/** @type {string} */ method, /** @type {unknown} */ argument) => {
      say(`growth: ${method}`);
      const child = startChild(script, { args: ['client', one], execArgv: ['--expose-gc'] });
      return withChild(child, (asked) => asked.ask(method, argument));
    };
    const after = await ask('afterCalls', calls);
    const inLine = await ask('inLine', { few: 1, many: waiting });
    const inChunks = await ask('inChunks', chunks);
    const last = calls.toLocaleString('en-US');
    const tenth = (calls / 10).toLocaleString('en-US');
    const rows = [
      [`CPU a call, µs: after ${tenth} calls, and up to ${last}`, ...rowOf(after.cpuMicros)],
      [`heap, KB: after ${tenth} calls, and after ${last}`, ...rowOf(inKilobytes(after.heapBytes))],
      [`CPU a call, µs: with 1 in line, and with ${waiting.toLocaleString('en-US')}`, ...rowOf(inLine)],
      ['CPU a chunk of one byte, µs: 1,000 in an answer, and 10,000', ...rowOf(inChunks)],
    ];
    return { tables: [{ title: 'Growth', head: ['', 'few', 'many', 'many ÷ few'], rows }], promises: [] };
  },
};

/** @param {import('./growth-process.js').Grown} grown */
function rowOf({ few, many }) {
  return [numberText(few), numberText(many), (many / few).toFixed(2)];
}

/** @param {import('./growth-process.js').Grown} bytes */
function inKilobytes({ few, many }) {
  return { few: few / 1024, many: many / 1024 };
}
