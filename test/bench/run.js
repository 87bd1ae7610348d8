/**
 * What a call costs through this library, and through what one would write or install instead. Starts the service,
 * runs the rounds, prints the tables (progress on stderr). Asserts nothing about speed: it fails only when a call
 * does. Ends by itself, and no process that it started outlives it.
 */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { startChild } from './child-process.js';
import { measureCalls } from './measure.js';
import { readOptions, UsageError, usage } from './options.js';
import { quoteInReadme } from './quote.js';
import { resultsPage, tablesOf } from './report.js';
import { measureStartUp } from './start-up.js';

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
  const token = randomUUID();
  const server = startChild(new URL('./server.js', import.meta.url), { env: { BENCH_TOKEN: token } });
  try {
    const url = await server.ask('listen');
    const target = { url, token, clientModule: options.clientModule, otherModule: options.otherModule };
    const calls = await measureCalls(options, target, say);
    const startUp = options.startUps === 0 ? undefined : await measureStartUp(options, target, say);
    const tables = tablesOf({ ...options, calls, startUp });
    process.stdout.write(`${tables}\n`);
    if (options.write) {
      const page = resultsPage(options, tables);
      await writeFile(new URL('./RESULTS.md', import.meta.url), page);
      await quoteInReadme(page);
    }
  } finally {
    server.kill();
  }
}

/** @param {string} line */
function say(line) {
  process.stderr.write(`${line}\n`);
}
