/**
 * From the start of a process to its word that it is done: a new process per kind and round, one at a time,
 * interleaved.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { localEnv } from '../child-process.js';
import { orderOf } from '../stats.js';

const run = promisify(execFile);

/**
 * @typedef {object} StartUpSamples  one value per round
 * @property {number[]} wallMs
 * @property {number[]} cpuMs
 */

/**
 * @param {URL} script
 * @param {ReadonlyMap<string, readonly string[]>} kinds  the script's arguments, by name
 * @param {number} rounds
 * @returns {Promise<Map<string, StartUpSamples>>}
 */
export async function measureStarts(script, kinds, rounds) {
  const file = fileURLToPath(script);
  /** @type {Map<string, StartUpSamples>} */
  const samples = new Map([...kinds.keys()].map((kind) => [kind, { wallMs: [], cpuMs: [] }]));
  const startOne = (/** @type {string} */ kind) => startProcess([file, ...(kinds.get(kind) ?? [])]);
  // Reads the files into the machine's cache; one round alone is a smoke test and needs no such care.
  if (rounds > 1) for (const kind of kinds.keys()) await startOne(kind);
  for (let round = 0; round < rounds; round += 1) {
    for (const [kind, series] of orderOf([...samples], round)) {
      const { wallMs, cpuMs } = await startOne(kind);
      series.wallMs.push(wallMs);
      series.cpuMs.push(cpuMs);
    }
  }
  return samples;
}

/**
 * @param {readonly string[]} args
 * @returns {Promise<{ wallMs: number, cpuMs: number }>}
 */
async function startProcess(args) {
  const { stdout } = await run(process.execPath, args, { env: localEnv(), timeout: 30_000 });
  return JSON.parse(stdout);
}
