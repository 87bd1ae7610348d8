/**
 * The package as those who use it get it. Packs the tarball from what is built, looks at what lies in it, lets
 * `publint` and `attw` judge it, and installs it into four empty projects that each make a call: JavaScript as ES
 * modules and as CommonJS, TypeScript for Node and for a bundler. Fails with the first thing that is not as it should
 * be, a warning included.
 *
 * Run it after `npm run build`:
 *
 *   node test/package/consumers.js                 all of it
 *   node test/package/consumers.js esm commonjs    these projects alone
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withProject } from './install.js';
import { manifest, pack, root } from './pack.js';
import { checkTarball } from './tarball.js';

const projects = { esm: useEsm, commonjs: useCommonJs, nodenext: useNodeNext, bundler: useBundler };
const asked = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'packed-'));
try {
  const packed = await pack(folder);
  console.log(`${packed.size} bytes, ${packed.files.length} files`);
  if (asked.length === 0) {
    await step('files', () => checkTarball(packed, manifest));
    await step('publint', () => judge('publint/src/cli.js', ['run', packed.tarball, '--strict']));
    // No CommonJS build is meant to be there: what attw says of `require` before Node 20.19 is left out by the profile.
    const attw = '@arethetypeswrong/cli/dist/index.js';
    await step('attw', () => judge(attw, [packed.tarball, '--profile', 'esm-only']));
  }
  for (const [name, use] of Object.entries(projects)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    await step(`project ${name}`, () => withProject(name, packed.tarball, use));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function step(name, play) {
  const startedMs = performance.now();
  await play();
  console.log(`${name}: as it should be (${Math.round(performance.now() - startedMs)} ms)`);
}

/** A tool of this checkout; what it has to say is only of interest when it is not content. */
async function judge(program, args) {
  const file = join(root, 'node_modules', program);
  await promisify(execFile)(process.execPath, [file, ...args], { cwd: root }).catch(({ stdout, stderr }) => {
    throw new Error(`${program} is not content:\n${stdout}${stderr}`);
  });
}

async function useEsm({ script }) {
  const lines = ['result: ran Fabrikam', 'stories: true', `command: ${manifest.version}`];
  assert.equal(await script('start'), `${lines.join('\n')}\n`);
}

async function useCommonJs({ script }) {
  assert.equal(await script('start'), 'result: ran Fabrikam\nstories: true\none copy: true\n');
}

/** The three cases are a test file for vitest, and fit the types as an ES module and as CommonJS. */
async function useNodeNext({ folder: project, script }) {
  await copyFile(join(project, 'three-cases.test.mts'), join(project, 'three-cases.cts'));
  assert.equal(await script('types'), '');
  assert.equal(await script('start'), 'result: ran Fabrikam\nthrown: error\nmsw result: ran Fabrikam\n');
  await rm(join(project, 'out'), { recursive: true });
  const startedMs = performance.now();
  const { numPassedTests, numTotalTests, testResults } = JSON.parse(
    await script('test', '--', '--reporter=json'),
  );
  assert.deepEqual([numPassedTests, numTotalTests], [3, 3], JSON.stringify(testResults));
  const [{ startTime, endTime }] = testResults;
  const tookMs = Math.round(performance.now() - startedMs);
  console.log(
    `three cases: ${tookMs} ms from the command to its end, ${Math.round(endTime - startTime)} ms the cases`,
  );
}

async function useBundler({ folder: project, script }) {
  assert.equal(await script('types'), '');
  await script('bundle');
  assert.equal(await script('start'), 'check-result: ran true\nerror did-not-run\nstories: true start\n');
  assert.match(await readFile(join(project, 'out/matchers.js'), 'utf8'), /expect\.extend/);
}
