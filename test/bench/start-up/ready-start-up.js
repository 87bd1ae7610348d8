/**
 * What `kindgi-pack ready --quiet` costs from the start of its process to its end, beside a script that probes with
 * undici and does nothing else: a new process per side and round, one at a time, interleaved. Wall-clock and CPU time;
 * asserts nothing. Run it with `node test/bench/start-up/ready-start-up.js [rounds]` after a build.
 */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { localEnv } from '../child-process.js';
import { orderOf, pairedRatios, spreadOf } from '../stats.js';

const defaultRounds = 25;
const bin = fileURLToPath(new URL('../../../dist/src/cli/main.js', import.meta.url));
const bare = fileURLToPath(new URL('./ready-bare.js', import.meta.url));

/** Both sides report their CPU time on descriptor 3 when they end; the same few lines run in either. */
const reporter = `import { writeSync } from 'node:fs';
process.on('exit', () => writeSync(3, JSON.stringify(process.cpuUsage())));`;
const preload = ['--import', `data:text/javascript,${encodeURIComponent(reporter)}`];

/**
 * @param {readonly string[]} args
 * @returns {Promise<{ wallMs: number, cpuMs: number }>}
 */
function startOne(args) {
  return new Promise((resolve, reject) => {
    const startedMs = performance.now();
    const child = spawn(process.execPath, [...preload, ...args], {
      env: localEnv(),
      stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    });
    let report = '';
    child.stdio[3]?.on('data', (/** @type {Buffer} */ chunk) => {
      report += chunk;
    });
    let wallMs = Number.NaN;
    child.once('exit', () => {
      wallMs = performance.now() - startedMs;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code !== 0) return reject(new Error(`${args.join(' ')} ended with ${code}`));
      const { user, system } = JSON.parse(report);
      resolve({ wallMs, cpuMs: (user + system) / 1000 });
    });
  });
}

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ready"}');
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('not listening on a port');
const url = `http://127.0.0.1:${address.port}`;

const rounds = Number(process.argv[2] ?? defaultRounds);
/** @type {Map<string, { args: readonly string[], wallMs: number[], cpuMs: number[] }>} */
const sides = new Map([
  ['kindgi-pack ready --quiet', { args: [bin, 'ready', '--quiet', '--url', url], wallMs: [], cpuMs: [] }],
  ['undici by hand', { args: [bare, url], wallMs: [], cpuMs: [] }],
]);
// Reads the files into the machine's cache.
for (const { args } of sides.values()) await startOne(args);
for (let round = 0; round < rounds; round += 1) {
  for (const { args, wallMs, cpuMs } of orderOf([...sides.values()], round)) {
    const cost = await startOne(args);
    wallMs.push(cost.wallMs);
    cpuMs.push(cost.cpuMs);
  }
}
server.close();

const [ours, theirs] = [...sides.values()];
for (const [name, { wallMs, cpuMs }] of sides) {
  const [wall, cpu] = [spreadOf(wallMs), spreadOf(cpuMs)];
  process.stdout.write(
    `${name}: wall ${wall.median.toFixed(0)} ms, CPU ${cpu.median.toFixed(0)} ms (medians of ${rounds})\n`,
  );
}
for (const kind of /** @type {const} */ (['wallMs', 'cpuMs'])) {
  const { median, lower, upper } = spreadOf(pairedRatios(ours?.[kind] ?? [], theirs?.[kind] ?? []));
  const range = `${lower.toFixed(2)} to ${upper.toFixed(2)}`;
  process.stdout.write(`${kind} ratio, round by round: median ${median.toFixed(2)}, middle half ${range}\n`);
}
