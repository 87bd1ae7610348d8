/**
 * Two short runs of the chaos command, as processes of their own against the built client: nothing is violated,
 * the processes end by themselves, and the runs met enough to mean something. For longer runs: `npm run chaos`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
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

/** Runs the command to its end; one that does not end by itself is killed, and that is in `exit`. */
async function run(seed: number, calls: number): Promise<{ report: Report | undefined; exit: unknown }> {
  if (!existsSync(client))
    throw new Error(`${client.pathname} is not there: build it first with npm run build`);
  const child = spawn(process.execPath, [
    program,
    ...['--calls', String(calls), '--seed', String(seed), '--json'],
  ]);
  const limit = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const [exit, output, errors] = await Promise.all([
    once(child, 'exit'),
    text(child.stdout),
    text(child.stderr),
  ]);
  clearTimeout(limit);
  const [report]: Report[] = output === '' ? [] : JSON.parse(output);
  return { report, exit: [...exit, errors] };
}

/** What calls come to in any run of this length, on any machine. */
const commonVerdicts = [
  'result, ran',
  'connection-lost, may-have-run',
  'deadline-exceeded, did',
  'cancelled, did',
];

it.each([1, 2])('no call breaks a promise under the faults of seed %i', { timeout: 70_000 }, async (seed) => {
  const { report, exit } = await run(seed, 1_000);
  expect(report?.violations ?? exit).toEqual([]);
  expect(exit).toEqual([0, null, '']);
  if (report === undefined) throw new Error('the run reported nothing');
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
