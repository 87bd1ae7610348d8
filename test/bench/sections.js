/**
 * What the bench consists of: each section measures one kind of cost and says it in tables, and how it stands with
 * what was promised of it.
 */
import { callsSection } from './calls/section.js';
import { eventLoopSection } from './event-loop/section.js';
import { growthSection } from './growth/section.js';
import { memorySection } from './memory/section.js';
import { overloadSection } from './overload/section.js';
import { startUpSection } from './start-up/section.js';

/** @typedef {import('./peers/peers.js').Target & { readonly folder: string }} BenchTarget  with room for files */

/**
 * @typedef {object} Run
 * @property {ReturnType<typeof import('./options.js').readOptions>} options
 * @property {BenchTarget} target
 * @property {(line: string) => void} say  progress
 */

/**
 * @typedef {object} Section
 * @property {readonly string[]} cases  what `--only` calls its tables
 * @property {(run: Run) => Promise<Measured>} measure  those of its cases that were chosen
 */

/**
 * @typedef {object} Measured
 * @property {readonly Table[]} tables
 * @property {readonly Promised[]} promises
 */

/**
 * @typedef {object} Table
 * @property {string} title
 * @property {string} [note]  what the figures mean, where the head does not say it
 * @property {readonly string[]} head
 * @property {readonly (readonly string[])[]} rows
 */

/**
 * @typedef {object} Promised  a figure that has a bound
 * @property {string} what
 * @property {number} value
 * @property {{ readonly atMost: number } | { readonly atLeast: number }} bound
 * @property {string} [unit]
 */

/** @type {readonly Section[]} */
export const sections = [
  callsSection,
  overloadSection,
  startUpSection,
  memorySection,
  eventLoopSection,
  growthSection,
];
