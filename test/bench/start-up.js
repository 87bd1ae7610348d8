/**
 * From the start of a process to its first outcome: a new process per peer and round, one at a time, interleaved.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { localEnv } from './child-process.js';
import { orderOf } from './stats.js';

const run = promisify(execFile);
const script = fileURLToPath(new URL('./start-up-process.js', import.meta.url));

/**
 * @typedef {object} StartUpSamples  one value per round
 * @property {number[]} wallMs
 * @property {number[]} cpuMs
 */

/**
 * @param {{ peers: readonly string[], startUps: number }} plan
 * @param {object} target  what every peer needs to make its call
 * @param {(line: string) => void} say  progress
 * @returns {Promise<Map<string, StartUpSamples>>}
 */
export async function measureStartUp({ peers, startUps }, target, say) {
  /** @type {Map<string, StartUpSamples>} */
  const samples = new Map(peers.map((peer) => [peer, { wallMs: [], cpuMs: [] }]));
  // Reads the files into the machine's cache; one round alone is a smoke test and needs no such care.
  if (startUps > 1) for (const peer of peers) await startOne(peer, target);
  for (let round = 0; round < startUps; round += 1) {
    for (const [peer, series] of orderOf([...samples], round)) {
      const { wallMs, cpuMs } = await startOne(peer, target);
      series.wallMs.push(wallMs);
      series.cpuMs.push(cpuMs);
    }
    say(`start-up ${round + 1} of ${startUps}`);
  }
  return samples;
}

/**
 * @param {string} peer
 * @param {object} target
 * @returns {Promise<{ wallMs: number, cpuMs: number }>}
 */
async function startOne(peer, target) {
  const args = [script, peer, JSON.stringify(target)];
  const { stdout } = await run(process.execPath, args, { env: localEnv(), timeout: 30_000 });
  return JSON.parse(stdout);
}
