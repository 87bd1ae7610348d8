/**
 * What large answers take in memory while they are read and parsed: the most that a few of them, one after the other,
 * add to the process. One alone would say more about the moment at which garbage was last collected. The most is
 * reached inside `JSON.parse`, when no code of this process can look, so the kernel's own record of the peak is read:
 * it is set back before the calls where that is possible (Linux), and covers the process's whole life elsewhere.
 * Needs `--expose-gc`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { answerRequests } from '../child-process.js';
import { jobOf } from '../message.js';
import { createPeer } from '../peers/peers.js';

const [name = '', rest = '{}'] = process.argv.slice(2);

/** @typedef {{ peakBytes: number, addedBytes: number }} Peak  resident in all; beyond what was there before */

/**
 * @param {number} answers
 * @returns {Promise<Peak>}
 */
async function peakOf(answers) {
  const peer = await createPeer(name, { ...JSON.parse(rest), connections: 1 });
  for (let call = 0; call < 20; call += 1) await peer.call(jobOf('small', 'small'));
  globalThis.gc?.();
  const beforeBytes = process.memoryUsage.rss();
  forgetPeak();
  for (let call = 0; call < answers; call += 1) await peer.call(jobOf('small', '5mb'));
  const peakBytes = readPeak();
  await peer.close();
  return { peakBytes, addedBytes: peakBytes - beforeBytes };
}

function forgetPeak() {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // Then the peak before the calls counts as well.
  }
}

function readPeak() {
  try {
    const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    return Number(kibibytes) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}

answerRequests({ peakOf });
