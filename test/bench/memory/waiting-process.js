/**
 * What a call takes in memory while it waits for a slot. All slots are taken by calls that are never answered; more
 * calls join the line, and what the process holds then, beyond the bodies, is theirs. Needs `--expose-gc`.
 */
import { answerRequests } from '../child-process.js';
import { jobOf, messageOf } from '../message.js';
import { slots, waiters } from './waiters.js';

const [peer = '', rest = '{}'] = process.argv.slice(2);

/** Calls that wait before those that count: they pay for what is made once. */
const first = 500;

/** @param {number} calls */
async function bytesPerCall(calls) {
  const begin = await waiters[peer]?.(JSON.parse(rest));
  if (begin === undefined) throw new Error(`no such peer: ${peer}`);
  const job = jobOf('small', 'nothing');
  const bodyBytes = Buffer.byteLength(JSON.stringify(messageOf(job)));
  /** @type {unknown[]} */
  const waiting = new Array(slots + first + calls);
  for (let at = 0; at < slots + first; at += 1) waiting[at] = begin(job);
  const before = await heldBytes();
  for (let at = slots + first; at < waiting.length; at += 1) waiting[at] = begin(job);
  return ((await heldBytes()) - before) / calls - bodyBytes;
}

/** On the heap and beside it, after what is no longer used was given back. */
async function heldBytes() {
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    globalThis.gc?.();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

answerRequests({ bytesPerCall });
