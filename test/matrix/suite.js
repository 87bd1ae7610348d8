/**
 * What one run consists of, each part by one Node, which is also the first `node` that a program started by a test would
 * find: the tests, by vitest in one folder, and the package as it is installed into projects. What vitest reports is
 * printed as it comes, and its JSON report is counted afterwards; tests without a report count as one that failed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';

/** Runs the tests whose files lie in one of the folders of `test` (all, where none is named) and counts them. */
export async function runSuite({ name, node, folder, only = [], reports }) {
  const report = join(reports, `${name}.json`);
  const startedMs = performance.now();
  const code = await run(node, folder, [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=minimal',
    '--silent=passed-only',
    // A snapshot that is missing is a failure here.
    '--update=none',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...only.map((place) => `test/${place}/`),
  ]);
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  return { name, seconds, ...(await count(report, code)) };
}

/** Lets the projects of JavaScript that have the package installed make their calls. */
export async function useInProjects({ name, node, folder }) {
  const code = await run(node, folder, ['test/package/consumers.js', 'esm', 'commonjs']);
  if (code !== 0) console.log(`--- ${name}: the package does not work in a project`);
  return code === 0;
}

/** Ends with the exit code. */
async function run(node, folder, args) {
  const child = spawn(node, args, { cwd: folder, env: environment(node), stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return code;
}

function environment(node) {
  const path = [dirname(node), process.env.PATH].join(delimiter);
  return { ...process.env, PATH: path };
}

async function count(report, code) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(
      await readFile(report, 'utf8'),
    );
    // vitest also fails for what belongs to no test, a file that cannot be loaded or an error nobody awaited.
    const failed = code === 0 ? numFailedTests : Math.max(numFailedTests, 1);
    return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
