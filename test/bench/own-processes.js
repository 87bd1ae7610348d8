/**
 * Measures in a process of its own per kind and round, interleaved: what a process has done before must not count.
 */
import { startChild, withChild } from './child-process.js';
import { peerTitles } from './peers/peers.js';
import { orderOf } from './stats.js';

/** This library, and by hand what it stands for. @param {{ otherModule?: string | undefined }} target */
export function comparedPeers({ otherModule }) {
  return otherModule === undefined ? ['client', 'request'] : ['client', 'other', 'request'];
}

/**
 * @template Result
 * @param {object} plan
 * @param {URL} plan.file              the process's script, given a peer and the target
 * @param {readonly string[]} plan.peers
 * @param {number} plan.rounds
 * @param {import('./sections.js').BenchTarget} plan.target
 * @param {(child: import('./child-process.js').Child) => Promise<Result>} measure
 * @returns {Promise<Map<string, Result[]>>}  by peer, in the order of the rounds
 */
export async function inOwnProcesses({ file, peers, rounds, target }, measure) {
  /** @type {Map<string, Result[]>} */
  const results = new Map(peers.map((peer) => [peer, []]));
  const one = JSON.stringify({ ...target, urls: target.urls.slice(0, 1) });
  for (let round = 0; round < rounds; round += 1) {
    for (const [peer, series] of orderOf([...results], round)) {
      const child = startChild(file, { args: [peer, one], execArgv: ['--expose-gc'] });
      series.push(await withChild(child, measure));
    }
  }
  return results;
}

/**
 * A row for each peer: its name, its figures, and this library's ratios to it.
 *
 * @template Result
 * @param {Map<string, Result[]>} results
 * @param {(results: readonly Result[]) => readonly string[]} figures
 * @param {(ours: readonly Result[], theirs: readonly Result[]) => readonly string[]} ratios
 */
export function rowsOf(results, figures, ratios) {
  const ours = results.get('client') ?? [];
  return [...results].map(([peer, theirs]) => {
    const compared = ratios(ours, theirs);
    const title = peerTitles[peer] ?? peer;
    return [title, ...figures(theirs), ...(peer === 'client' ? compared.map(() => '–') : compared)];
  });
}
