/**
 * The guide to testing is test files: every `ts test` block of the README and of docs/testing.md is type-checked
 * against the built declarations and run by vitest, in a process of its own, as a user's project would run it.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { compileProblems } from './compiled.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, '.cache', 'guide');
const pages = await Promise.all(
  ['README.md', 'docs/testing.md'].map((page) => readFile(join(root, page), 'utf8')),
);
const files = [...pages.join('\n').matchAll(/^```ts test\n([\s\S]*?)^```$/gm)].map(([, code = ''], at) => ({
  path: join(folder, `guide-${at + 1}.test.mts`),
  code,
}));

interface Report {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly { readonly name: string; readonly status: string }[];
}

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'node_modules'), { recursive: true });
  await symlink(root, join(folder, 'node_modules', 'kindgi-pack-client'));
  await writeFile(join(folder, 'vitest.config.mjs'), 'export default {};\n');
  await Promise.all(files.map(({ path, code }) => writeFile(path, code)));
});

it('has examples of which each passes by itself', async () => {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const report = join(folder, 'report.json');
  // One process after the other and modules loaded once: the examples are judged here, not vitest.
  const fast = ['--no-isolate', '--no-file-parallelism'];
  // The whole contract is played elsewhere; of the example's, its probes.
  const names = ['--testNamePattern', '^(?!the pack protocol)|asked about itself'];
  const args = ['run', '--root', folder, ...fast, ...names, '--reporter', 'json', '--outputFile', report];
  await run(process.execPath, [vitest, ...args], { cwd: folder }).catch(() => undefined);
  const { testResults, numFailedTests }: Report = JSON.parse(await readFile(report, 'utf8'));
  expect(testResults.map(({ name, status }) => [name, status]).sort()).toEqual(
    files.map(({ path }) => [path, 'passed']),
  );
  expect([files.length >= 5, numFailedTests]).toEqual([true, 0]);
});

it('has examples that type-check against what is built', () => {
  expect(compileProblems(files.map(({ path }) => path))).toEqual([]);
});
