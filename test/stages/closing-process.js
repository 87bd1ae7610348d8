/**
 * A process that makes calls, closes its client when it is told to (by its standard input), and has nothing else
 * to do: `closing-process.js <client module> <address> <calls>`. Prints what the calls came to, a text per call.
 */
import { once } from 'node:events';

const [module = '', url = '', count] = process.argv.slice(2);
const { createPackClient } = await import(module);
const client = createPackClient({ url, token: 'secret', maxConcurrency: 1, connectTimeoutMs: 60_000 });
const calls = Array.from({ length: Number(count) }, () =>
  client.invoke({ tool: 'echo', input: 1, ctx: { tenantId: 't', runId: 'r' } }, { timeoutMs: 60_000 }),
);
await once(process.stdin, 'data');
process.stdin.destroy();
await client.close({ graceMs: 0 });
const outcomes = await Promise.all(calls);
process.stdout.write(
  JSON.stringify(
    outcomes.map(
      ({ kind, reason = kind, execution, attempts }) =>
        `${reason} ${execution} ${attempts.at(-1)?.stage ?? 'none'}`,
    ),
  ),
);
