/**
 * Makes calls at 32 at a time, with a small garbage collection after every hundred, and says how many bytes a call
 * left behind that only a full collection would find. Run with `--expose-gc`; arguments: address, token.
 */
import { createPackClient } from '../../dist/src/index.js';

const [url = '', token = ''] = process.argv.slice(2);
const client = createPackClient({ url, token });
const { signal } = new AbortController();
const call = { tool: 'echo', input: { text: 'hello' }, ctx: { tenantId: 't', runId: 'r' } };
let done = 0;

/** @param {number} calls */
async function makeCalls(calls) {
  let left = calls;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      const { kind } = await client.invoke(call, { signal });
      if (kind !== 'result') throw new Error(kind);
      done += 1;
      if (done % 100 === 0) globalThis.gc?.({ type: 'minor' });
    }
  };
  await Promise.all(Array.from({ length: 32 }, lane));
}

await makeCalls(10_000);
// A full collection takes whatever is in flight for long-lived: the links of a chain, if there is one, begin there.
const inFlight = makeCalls(200);
globalThis.gc?.();
await inFlight;
const before = process.memoryUsage().heapUsed;
const measured = 5_000;
await makeCalls(measured);
globalThis.gc?.({ type: 'minor' });
process.stdout.write(`${Math.round((process.memoryUsage().heapUsed - before) / measured)}\n`);
await client.close();
