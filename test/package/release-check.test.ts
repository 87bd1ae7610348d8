/** What the check before a release makes of a step: nothing that went wrong may end as "0 failed". */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { tableOf } from '../../scripts/release-check/table.js';
import { takeStep } from '../../scripts/release-check/take.js';

let reports = '';
beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  reports = await mkdtemp(join(tmpdir(), 'reports-'));
});
afterAll(async () => {
  vi.restoreAllMocks();
  await rm(reports, { recursive: true, force: true });
});

/** A program that leaves a report with these counts and ends with this code. */
function reporting(numPassedTests: number, numFailedTests: number, code: number) {
  const report = JSON.stringify({ numPassedTests, numFailedTests, numPendingTests: 1, numTodoTests: 0 });
  const program =
    'fs.writeFileSync(path.join(process.argv[1], "report.json"), process.argv[2]); process.exit(process.argv[3])';
  return (folder: string) => [process.execPath, '-e', program, folder, report, String(code)];
}
const exit = (code: number) => [process.execPath, '-e', `process.exit(${code})`];

it.each([
  ['a command that ends well', exit(0), { passed: 0, failed: 0 }],
  ['a command that does not', exit(3), { passed: 0, failed: 1 }],
  ['a command that is not there', ['no-such-program'], { passed: 0, failed: 1 }],
  ['tests that pass', reporting(5, 0, 0), { passed: 5, failed: 0, skipped: 1 }],
  ['tests of which some fail', reporting(5, 2, 1), { passed: 5, failed: 2 }],
  ['tests that pass, and an error beside them', reporting(5, 0, 1), { passed: 5, failed: 1 }],
  ['tests that leave no report', () => exit(0), { passed: 0, failed: 1 }],
])('%s', async (name, command, counts) => {
  expect(await takeStep({ name, command }, reports)).toMatchObject({ name, ...counts });
});

it('the table ends with the sum of all tests', () => {
  const step = { seconds: 1, plays: false, passed: 0, failed: 0, skipped: 0 };
  const tests = { seconds: 20, plays: true, passed: 5, failed: 2, skipped: 1 };
  expect(
    tableOf([
      { name: 'lint', ...step },
      { name: 'tests', ...tests },
      { name: 'demo', ...step, failed: 1 },
    ]),
  ).toBe(
    [
      'ok      lint   1 s',
      'FAILED  tests  20 s  5 passed, 2 failed',
      'FAILED  demo   1 s',
      '5 passed, 3 failed, 1 skipped',
    ].join('\n'),
  );
});
