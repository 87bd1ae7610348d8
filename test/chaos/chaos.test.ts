/**
 * Two short runs of the chaos command, as processes of their own against the built client: nothing is violated,
 * the processes end by themselves, and the runs met enough to mean something. For longer runs: `npm run chaos`.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const client = new URL('../../dist/src/index.js', import.meta.url);
const program = fileURLToPath(new URL('./run.js', import.meta.url));

interface Report {
  readonly calls: number;
  readonly runs: number;
  readonly verdicts: Readonly<Record<string, number>>;
  readonly faults: Readonly<Record<string, number>>;
  readonly violations: readonly string[];
}

/** Fails with what the process printed if it does not end by itself, or ends badly. */
async function run(seed: number, calls: number): Promise<Report> {
  if (!existsSync(client))
    throw new Error(`${client.pathname} is not there: build it first with npm run build`);
  const args = [program, '--calls', String(calls), '--seed', String(seed), '--json'];
  const limits = { timeout: 60_000, killSignal: 'SIGKILL', maxBuffer: 2 ** 26 } as const;
  const { stdout } = await promisify(execFile)(process.execPath, args, limits);
  const [report]: Report[] = JSON.parse(stdout);
  if (report === undefined) throw new Error('the run reported nothing');
  return report;
}

/** What calls come to in any run of this length; without one of these, faults are missing or misread. */
const commonVerdicts = [
  'result, ran',
  'check-result, ran',
  'handler-throw, ran',
  'unavailable, did-not-run',
  'unreachable, did-not-run',
  'connection-lost, may-have-run',
  'invalid-response, may-have-run',
  'unexpected-status, may-have-run',
  'response-too-large, may-have-run',
  'deadline-exceeded, did-not-run',
  'deadline-exceeded, may-have-run',
  'cancelled, did-not-run',
  'cancelled, may-have-run',
];

it.each([1, 2])('no call breaks a promise under the faults of seed %i', { timeout: 70_000 }, async (seed) => {
  const report = await run(seed, 1_000);
  expect(report.violations).toEqual([]);
  expect(report.calls).toBe(1_000);
  expect(report.runs).toBeGreaterThan(0);
  for (const verdict of commonVerdicts) {
    expect(
      Object.keys(report.verdicts).some((name) => name.startsWith(verdict)),
      verdict,
    ).toBe(true);
  }
  expect(Object.keys(report.faults).length).toBeGreaterThan(40);
});
