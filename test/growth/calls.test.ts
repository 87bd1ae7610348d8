/** The two hundred thousandth call costs what the thousandth did: as many steps, and nothing of the others is kept. */
import { expect, it } from 'vitest';
import { aCall, askedSince, createCountedClient } from './counted-client.js';
import { heldBytes, median, noticeable } from './work.js';

const total = 200_000;
const block = 1_000;
const atOnce = 20;

it('a call costs the same after 200,000 as after 1,000', async () => {
  const { client, asked } = createCountedClient();
  const runBlock = async () => {
    const before = { ...asked };
    const startedAt = process.cpuUsage();
    for (let made = 0; made < block; made += atOnce) {
      await Promise.all(Array.from({ length: atOnce }, () => client.invoke(aCall)));
    }
    const { user } = process.cpuUsage(startedAt);
    return { steps: askedSince(asked, before), cpuMicros: user };
  };

  await runBlock();
  const blocks = [await runBlock()];
  while (blocks.length < 19) blocks.push(await runBlock());
  const earlyBytes = await heldBytes();
  while (blocks.length < total / block - 1) blocks.push(await runBlock());
  const lateBytes = await heldBytes();

  expect(asked.exchanges).toBe(total);
  expect(blocks.at(-1)?.steps).toEqual(blocks[0]?.steps);
  // Two bytes a call, a quarter of it this test's own: a list of the calls would keep eight for each at least.
  expect(lateBytes - earlyBytes).toBeLessThan(2 * (total - 20 * block));
  const cpuMicros = blocks.map((each) => each.cpuMicros);
  expect(median(cpuMicros.slice(-10)) / median(cpuMicros.slice(9, 19))).toBeLessThan(noticeable);
  await client.close();
});
