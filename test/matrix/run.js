/**
 * The tests on every Node that the package supports, and the package in two projects of JavaScript; those tests that lie on
 * a call's path with the next undici as well. Which versions these are stands in versions.js. The runs follow one
 * another, each on all cores. Prints the totals of each; exits with 1 if any test failed, or any run did not happen.
 *
 *   npm run matrix                                all of it
 *   npm run matrix -- --node 22 --node 24         these versions of Node
 *   npm run matrix -- --except node-20            all but this run
 *   npm run matrix -- --undici 8                  the runs with this undici (`own`: those with the package's own)
 *   npm run matrix -- --only call --only stages   these folders of `test`
 *   npm run matrix -- --reports <dir>             keeps vitest's JSON reports there, as <name of the run>.json
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { copyWithUndici } from './copy.js';
import { getNode, getUndici } from './store.js';
import { runSuite, useInProjects } from './suite.js';
import { matrix } from './versions.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const list = { type: 'string', multiple: true };
const { values } = parseArgs({
  options: {
    ...{ node: list, except: list, only: list },
    ...{ undici: { type: 'string' }, reports: { type: 'string' } },
  },
});

const runs = matrix
  .filter(isWanted)
  .map(narrow)
  .filter(({ only }) => only?.length !== 0);
if (runs.length === 0)
  throw new Error(`no run of the matrix fits: ${matrix.map(({ name }) => name).join(', ')}`);
const reports =
  values.reports === undefined ? await mkdtemp(join(tmpdir(), 'matrix-')) : resolve(values.reports);
await mkdir(reports, { recursive: true });
const totals = [];
try {
  for (const one of runs) totals.push(await play(one));
} finally {
  if (values.reports === undefined) await rm(reports, { recursive: true, force: true });
}
for (const { name, passed, failed, skipped, seconds } of totals) {
  const also = skipped === 0 ? '' : `, ${skipped} skipped`;
  console.log(`${name.padEnd(18)} ${passed} passed, ${failed} failed${also}, ${seconds} s`);
}
if (totals.some(({ passed, failed }) => failed > 0 || passed === 0)) process.exitCode = 1;

function isWanted({ name, node, undici }) {
  const major = ({ version }) => version.split('.')[0];
  const byNode = values.node?.includes(major(node)) ?? true;
  const own = undici === undefined ? 'own' : major(undici);
  return byNode && !values.except?.includes(name) && (values.undici === undefined || values.undici === own);
}

async function play({ name, node, undici, only }) {
  console.log(`--- ${name}: Node ${node.version}${undici === undefined ? '' : `, undici ${undici.version}`}`);
  const program = await getNode(node);
  const suite = { name, node: program, only, reports };
  if (undici === undefined) return playHere({ ...suite, folder: root });
  const copy = await copyWithUndici(root, await getUndici(undici));
  try {
    return await runSuite({ ...suite, folder: copy.folder });
  } finally {
    await copy.remove();
  }
}

async function playHere(suite) {
  const total = await runSuite(suite);
  const works = suite.only !== undefined || (await useInProjects(suite));
  return works ? total : { ...total, failed: total.failed + 1 };
}

/** Only the folders that were asked for, as far as the run has them. */
function narrow(one) {
  const { only: asked } = values;
  if (asked === undefined) return one;
  return { ...one, only: one.only?.filter((place) => asked.includes(place)) ?? asked };
}
