/**
 * `npm run chaos -- --calls 100000 --seed 7`: a run against the built client. Prints what calls came to, which
 * faults they met and what was wrong, and fails if anything was. Ends by itself, which is one of the invariants.
 */
import { parseArgs } from 'node:util';
import { runChaos } from './chaos.js';

const usage = `npm run chaos -- [options]

  --calls <n>        calls to make (10000)
  --seed <n>         decides on calls, faults and weather; repeatable, one run each (random)
  --concurrency <n>  callers at the same time (32)
  --client <file>    another build's index.js instead of dist/src/index.js
  --json             prints one JSON document
`;
const shownViolations = 20;

/** @param {string} name @param {string} text */
function count(name, text) {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new TypeError(`--${name}: expected a whole number`);
  return value;
}

/** @param {import('./chaos.js').Report} report */
function print(report) {
  const { verdicts, faults, violations, ...figures } = report;
  console.log(
    Object.entries(figures)
      .map(([name, value]) => `${name} ${value}`)
      .join(' · '),
  );
  console.log('\nwhat calls came to');
  for (const [name, times] of Object.entries(verdicts)) console.log(`${String(times).padStart(8)}  ${name}`);
  console.log('\nfaults they met');
  for (const [name, times] of Object.entries(faults)) console.log(`${String(times).padStart(8)}  ${name}`);
  console.log(`\n${violations.length} violations`);
  for (const violation of violations.slice(0, shownViolations)) console.log(`- ${violation}`);
}

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '10000' },
    seed: { type: 'string', multiple: true },
    concurrency: { type: 'string', default: '32' },
    client: { type: 'string', default: new URL('../../dist/src/index.js', import.meta.url).href },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(usage);
} else {
  const { createPackClient } = await import(values.client);
  const seeds = values.seed ?? [String(Math.floor(Math.random() * 2 ** 31))];
  const reports = [];
  for (const seed of seeds) {
    const report = await runChaos(createPackClient, {
      calls: count('calls', values.calls),
      seed: count('seed', seed),
      concurrency: Math.max(1, count('concurrency', values.concurrency)),
    });
    if (values.json) reports.push({ ...report, violations: report.violations.slice(0, shownViolations) });
    else print(report);
    if (report.violations.length > 0) process.exitCode = 1;
  }
  if (values.json) console.log(JSON.stringify(reports));
}
