/**
 * `npm run sim`: prints what the policy costs and gives when replicas fail, at the scale of a thousand clients, and
 * when a service takes fewer calls than its clients make. Virtual time, so the same seed prints the same numbers.
 * Ends with 1 when a promise is not kept. The tests here hold the policy to the same promises, at a smaller scale.
 *
 * `--lost refused` (the default): their processes are gone; `not-ready`: they answer 503 with a delay; `silent`: their
 * machines are gone. Retries that a service paces itself draw on no budget, so that a thousand clients who all wait for
 * replicas that are `not-ready` come back as one crowd: more requests per call than are promised, and all answered.
 */
import { parseArgs } from 'node:util';
import { type OutageReport, type Strategy, simulateOutage } from './outage.js';
import { simulateOverload } from './overload.js';
import { brokenInOutage, brokenInOverload } from './promises.js';
import type { SimState } from './sim-service.js';
import { library, noRetry, sleepAndRetry } from './strategies.js';

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    lost: { type: 'string', default: 'refused' },
  },
});
const seed = Number(values.seed);
const clients = Number(values.clients);
const isLost = (text: string): text is Exclude<SimState, 'up'> =>
  ['refused', 'not-ready', 'silent'].includes(text);

const broken: string[] = [];

await printOverload();
for (const lost of values.lost.split(',').filter(isLost)) await printOutage(lost);
for (const sentence of broken) print(`not kept: ${sentence}`);
if (broken.length === 0) print('\nEvery promise was kept.');
else process.exitCode = 1;

async function printOutage(lost: Exclude<SimState, 'up'>): Promise<void> {
  const seconds = [10, 20, 10, 30] as const;
  print(`\n${clients} clients, 30 calls a second each; 20 replicas, 32 calls at a time, 5 ms a call.`);
  print(
    `All replicas for ${seconds[0]} s, half for ${seconds[1]} s, none for ${seconds[2]} s, then all; lost: ${lost}.`,
  );
  printRow(['', 'answered: all', 'half', 'none', 'returned', 'requests/call', 'back after']);
  const measure = async (name: string, strategy: Strategy) => {
    const scale = { clients, replicas: 20, cap: 32, callsPerSecond: 30, meanHandlerMs: 5 };
    const report = await simulateOutage({ seed, ...scale, lost, seconds }, strategy);
    printRow([name, ...cellsOf(report)]);
    return report;
  };
  const ours = await measure('this library', library);
  await measure('sleep Retry-After, try again', sleepAndRetry);
  const single = await measure('no retry', noRetry);
  broken.push(...brokenInOutage(ours, single).map((sentence) => `${lost}: ${sentence}`));
}

function cellsOf({ answered, requestsPerCall, backSeconds }: OutageReport): readonly string[] {
  const back = Number.isFinite(backSeconds) ? `${backSeconds} s` : 'never';
  return [...answered.map(percent), requestsPerCall.toFixed(2), back];
}

async function printOverload(): Promise<void> {
  const phases = [8, 32, 8].map((cap) => ({ cap, forMs: 20_000 }));
  print('64 callers behind a limit of 32; the service takes 8, then 32, then 8 calls at a time.');
  printRow(['', 'refused 8', 'used', 'refused 32', 'used', '90 % after', 'refused 8', 'used']);
  for (const meanHandlerMs of [5, 20]) {
    for (const count of [1, 2]) {
      const shape = { callers: 64, clients: count, meanHandlerMs, spread: 'exponential' } as const;
      const reports = await simulateOverload({ seed, ...shape, phases, warmUpMs: 2_000, windowMs: 500 });
      const kind = `${count} client(s), ${meanHandlerMs} ms a call`;
      broken.push(...reports.flatMap(brokenInOverload).map((sentence) => `${kind}: ${sentence}`));
      const cells = reports.flatMap(({ cap, refused, used, backMs }) => [
        percent(refused),
        percent(used),
        ...(cap === 32 ? [`${backMs} ms`] : []),
      ]);
      printRow([kind, ...cells]);
    }
  }
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function printRow([name = '', ...cells]: readonly string[]): void {
  print(name.padEnd(30) + cells.map((cell) => cell.padStart(14)).join(''));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
