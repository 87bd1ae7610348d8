/** A process that dies of a call, the way the caller of the test wants: `node crash.js <url> <how>`; secrets from the environment. */
import { createPackClient, unwrap } from '../../dist/src/index.js';

const [url = '', how = ''] = process.argv.slice(2);
const { token, authorization, input, config, trace, ctx } = JSON.parse(process.env.SECRETS ?? '{}');
const client = createPackClient({ url, token, authorization, timeoutMs: 2_000 });
const call = { tool: 'test.tool', input, ctx };

/** @type {Readonly<Record<string, () => unknown>>} */
const ways = {
  'unwraps a failure': async () => unwrap(await client.invoke(call)),
  'unwraps a failed check': async () => unwrap(await client.check({ check: 'c', config, trace })),
  'throws the outcome': async () => {
    throw await client.invoke(call);
  },
  'throws it as a cause': async () => {
    throw new Error('failed', { cause: await client.invoke(call) });
  },
  'throws the client': () => {
    throw Object.assign(new Error('failed'), { client });
  },
  'rejects with wrong input': () => client.invoke({ ...call, input: { input, n: 1n } }),
  'rejects in the back': () => {
    void client.invoke(call).then(unwrap);
  },
  'prints all it has': async () => {
    const outcome = await client.invoke(call);
    console.error(client, outcome, client.stats());
    console.dir({ client, outcome }, { depth: null, showHidden: true });
    throw new Error('printed');
  },
};

await ways[how]?.();
