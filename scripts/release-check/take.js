/**
 * One step: runs its command at the top of the checkout, lets it print what it likes, and counts the tests in the
 * JSON reports that it left. A step that was to leave a report and did not has failed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Ends with the exit code; 1 for what a signal ended or what could not be started. */
export async function run([program, ...args]) {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit' });
  try {
    const [code] = await once(child, 'exit');
    return code ?? 1;
  } catch (error) {
    console.log(String(error));
    return 1;
  }
}

/** @returns the name, how long it took, and how many tests passed, failed and were skipped. */
export async function takeStep({ name, command }, reports) {
  console.log(`--- ${name}`);
  const folder = await mkdtemp(join(reports, 'step-'));
  const plays = typeof command === 'function';
  const startedMs = performance.now();
  const code = await run(plays ? command(folder) : command);
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  const tests = await count(folder);
  const isFine = code === 0 && (tests.reports > 0 || !plays);
  const failed = isFine ? tests.failed : Math.max(tests.failed, 1);
  if (failed > 0) console.log(`--- ${name} FAILED`);
  return { name, seconds, plays, ...tests, failed };
}

async function count(folder) {
  const sum = { reports: 0, passed: 0, failed: 0, skipped: 0 };
  for (const file of await readdir(folder)) {
    const report = JSON.parse(await readFile(join(folder, file), 'utf8'));
    sum.reports += 1;
    sum.passed += report.numPassedTests;
    sum.failed += report.numFailedTests;
    sum.skipped += report.numPendingTests + report.numTodoTests;
  }
  return sum;
}
