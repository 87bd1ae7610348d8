/**
 * What a call costs through this library, and through what one would write or install instead. Starts the service,
 * measures section by section, prints the tables (progress on stderr). Asserts nothing about speed: it fails only
 * when a call does. Ends by itself, and no process that it started outlives it.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mostReplicas } from './calls/loads.js';
import { startChild, withChild } from './child-process.js';
import { readOptions, UsageError, usage } from './options.js';
import { quoteInReadme } from './quote.js';
import { resultsPage, tablesOf } from './report/page.js';
import { sections } from './sections.js';

// An exit by signal runs no clean-up of its own.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

try {
  await main();
} catch (error) {
  const usual = error instanceof UsageError;
  process.stderr.write(
    usual ? `${error.message}\n\n${usage}` : `${error instanceof Error ? error.stack : error}\n`,
  );
  process.exitCode = usual ? 2 : 1;
}

async function main() {
  const options = readOptions(process.argv.slice(2));
  if (options.help) {
    process.stdout.write(usage);
    return;
  }
  const tables = tablesOf(await measureAll(options));
  process.stdout.write(`${tables}\n`);
  if (!options.write) return;
  const page = resultsPage(options, tables);
  await writeFile(new URL('./RESULTS.md', import.meta.url), page);
  await quoteInReadme(page);
}

/** @param {ReturnType<typeof readOptions>} options */
async function measureAll(options) {
  const { clientModule, otherModule } = options;
  const token = randomUUID();
  const service = startChild(new URL('./service.js', import.meta.url), { env: { BENCH_TOKEN: token } });
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    return await withChild(service, async () => {
      const urls = await service.ask('listen', mostReplicas);
      const run = { options, target: { urls, token, clientModule, otherModule, folder }, say };
      const measured = [];
      for (const section of sections) {
        if (section.cases.some((name) => options.cases.has(name))) measured.push(await section.measure(run));
      }
      return measured;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {string} line */
function say(line) {
  process.stderr.write(`${line}\n`);
}
