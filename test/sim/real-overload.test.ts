/**
 * The simulated overload once with real sockets: a service that takes 8 calls and then 32, a client that would make
 * 32, and 64 callers. Prints what it cost; asserts only that every call came to its result, since how fast this
 * machine is says nothing about the policy.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createPackClient } from '../../src/index.js';
import { pack, start, tool } from '../mocks/packs.js';

it('brings 64 callers behind a limit of 32 through a service that takes 8, then 32 calls at a time', async () => {
  const service = await start({
    index: pack({ tools: [tool('slow')] }),
    tools: { slow: () => sleep(10) },
    maxConcurrency: 8,
  });
  await using client = createPackClient({ url: service.url, token: service.token });

  const rush = async (calls: number) => {
    const { attempts } = client.stats();
    const startedMs = performance.now();
    let left = calls;
    const kinds = new Map<string, number>();
    const caller = async () => {
      for (; left > 0; ) {
        left -= 1;
        const { kind } = await client.invoke({ tool: 'slow', input: {}, ctx: { tenantId: 't', runId: 'r' } });
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: 64 }, caller));
    const seconds = (performance.now() - startedMs) / 1_000;
    const refused = client.stats().attempts - attempts - calls;
    console.log(
      `${calls} calls: ${refused} refused, ${Math.round(calls / seconds)} a second, ` +
        `limit ${client.stats().replicas[0]?.limit}`,
    );
    expect(Object.fromEntries(kinds)).toEqual({ result: calls });
  };

  // The first second shows what the service takes.
  await rush(400);
  await rush(400);
  service.setMaxConcurrency(32);
  await rush(600);
  await rush(600);
});
