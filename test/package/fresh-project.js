/**
 * The package as a newcomer gets it: packs the tarball from what is built, unpacks it into an empty project, lets
 * vitest run a test file of thirty lines there, and prints how long that took; then holds the same file against the
 * published types, once as an ES module and once as CommonJS. vitest, msw, TypeScript and the package's own
 * dependencies are linked from this checkout, so nothing is fetched; the package itself is nothing but the tarball.
 *
 * Run it after `npm run build`: node test/package/fresh-project.js
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const project = await realpath(await mkdtemp(join(tmpdir(), 'fresh-project-')));
const modules = join(project, 'node_modules');

try {
  await install();
  await copyFile(join(root, 'test/package/three-cases.txt'), join(project, 'three-cases.test.mts'));
  await copyFile(join(root, 'test/package/three-cases.txt'), join(project, 'three-cases.cts'));
  await play();
  await checkTypes();
} finally {
  await rm(project, { recursive: true, force: true });
}

async function install() {
  const packing = ['pack', '--ignore-scripts', '--json', '--pack-destination', project];
  const { stdout } = await run('npm', packing, { cwd: root });
  const [{ filename, size, entryCount, files }] = JSON.parse(stdout);
  if (!files.some(({ path }) => path === 'dist/mocks/index.js')) {
    throw new Error(`${filename} holds nothing that was built: npm run build`);
  }
  const target = join(modules, manifest.name);
  await mkdir(target, { recursive: true });
  await run('tar', ['-xzf', join(project, filename), '-C', target, '--strip-components=1']);
  const links = [...Object.keys(manifest.dependencies), 'vitest', 'msw', 'typescript', '@types/node'];
  for (const name of links) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(root, 'node_modules', name), join(modules, name));
  }
  await writeFile(join(project, 'package.json'), '{ "name": "fresh", "private": true }\n');
  console.log(`${filename}: ${size} bytes, ${entryCount} files`);
}

/** Three cases must pass, no more and no fewer. How long they took is printed, and judged by whoever reads it. */
async function play() {
  const startedMs = performance.now();
  const { stdout } = await end(['node_modules/vitest/vitest.mjs', 'run', '--reporter=json']);
  const tookMs = performance.now() - startedMs;
  const { numPassedTests, numTotalTests, testResults } = JSON.parse(stdout);
  if (numPassedTests !== 3 || numTotalTests !== 3) {
    throw new Error(`${numPassedTests} of ${numTotalTests} cases passed: ${JSON.stringify(testResults)}`);
  }
  const [{ startTime, endTime }] = testResults;
  const cases = Math.round(endTime - startTime);
  console.log(
    `three cases passed: ${Math.round(tookMs)} ms from the command to its end, ${cases} ms the cases`,
  );
}

/** `.mts` and `.cts` see the types of msw declared twice, once for each kind of module. */
async function checkTypes() {
  const compilerOptions = {
    target: 'ES2023',
    lib: ['ES2023', 'DOM', 'ESNext.Disposable'],
    module: 'NodeNext',
    types: ['node'],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  };
  const files = ['three-cases.test.mts', 'three-cases.cts'];
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const { stdout } = await end(['node_modules/typescript/bin/tsc', '-p', '.']);
  if (stdout !== '') throw new Error(`the types do not fit:\n${stdout}`);
  console.log(`${files.join(' and ')} fit the published types`);
}

/** A program's output, also when it ends with an error. */
function end(args) {
  return run(process.execPath, args, { cwd: project }).catch((error) => error);
}
