/**
 * What 5 MB answers keep the rest of the process waiting.
 */
import { comparedPeers, inOwnProcesses, rowsOf } from '../own-processes.js';
import { numberText, ratioText } from '../report/text.js';
import { spreadOf } from '../stats.js';

const name = 'event-loop';

/** @type {import('../sections.js').Section} */
export const eventLoopSection = {
  cases: [name],
  async measure({ options, target, say }) {
    say('event loop: large answers');
    const { rounds, answers } = options.eventLoop;
    const file = new URL('./delay-process.js', import.meta.url);
    const plan = { file, peers: comparedPeers(target), rounds, target };
    /** @type {Map<string, import('./delay-process.js').Delay[]>} */
    const results = await inOwnProcesses(plan, (child) => child.ask('delayOf', answers));
    const p99 = (/** @type {readonly { p99Ms: number }[]} */ all) => all.map(({ p99Ms }) => p99Ms);
    const max = (/** @type {readonly { maxMs: number }[]} */ all) => all.map(({ maxMs }) => maxMs);
    const rows = rowsOf(
      results,
      (all) => [...[p99(all), max(all)].map((values) => numberText(spreadOf(values).median))],
      (ours, theirs) => [ratioText(p99(ours), p99(theirs)), ratioText(max(ours), max(theirs))],
    );
    const head = ['', 'p99, ms', 'longest, ms', 'p99, client ÷ it', 'longest, client ÷ it'];
    const title = `Delay of the event loop while 5 MB are answered (${answers} times, 2 at a time)`;
    return { tables: [{ title, head, rows }], promises: [] };
  },
};
