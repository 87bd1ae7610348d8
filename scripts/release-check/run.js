/**
 * Is this checkout fit to be released? Installs the locked packages, then takes every step of steps.js, also after
 * one has failed, and ends with a table of them and with "N passed, N failed" over all tests (a step that failed
 * without a failed test counts as one). It publishes nothing. `--no-install` takes the packages as they are; `--short`
 * leaves out of the other Nodes' tests what no Node could change.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { stepsOf } from './steps.js';
import { tableOf } from './table.js';
import { run, takeStep } from './take.js';

const flag = { type: 'boolean', default: false };
const { values } = parseArgs({ options: { 'no-install': flag, short: flag } });

if (!values['no-install'] && (await run(['npm', 'ci'])) !== 0) {
  console.log('0 passed, 1 failed');
  process.exit(1);
}
const reports = await mkdtemp(join(tmpdir(), 'release-check-'));
const taken = [];
try {
  for (const step of stepsOf(values)) taken.push(await takeStep(step, reports));
} finally {
  await rm(reports, { recursive: true, force: true });
}
console.log(`---\n${tableOf(taken)}`);
if (taken.some(({ failed }) => failed > 0)) process.exitCode = 1;
