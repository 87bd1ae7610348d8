/** Ten thousand calls that wait cost each of them what a thousand do: in steps, and in what is held. */
import { describe, expect, it } from 'vitest';
import { newCall, retry } from '../call/policy-fixture.js';
import { aCall, askedSince, createCountedClient } from './counted-client.js';
import { type LookedAt, lookedAtBy } from './looks.js';
import { heldBytes } from './work.js';

/** What a waiting call may hold beside its body. */
const mostBytes = 3 * 1024;
const bodyBytes = Buffer.byteLength(JSON.stringify(aCall));

/** So many calls join the line behind 32 that have a slot, and all are answered. */
async function rush(waiting: number) {
  const { client, asked, hold, answerAll } = createCountedClient({ maxConcurrency: 32, maxQueue: waiting });
  await client.invoke(aCall);
  hold();
  const slots = Array.from({ length: 32 }, () => client.invoke(aCall));
  const before = { ...asked };
  const beforeBytes = await heldBytes();
  const calls = Array.from({ length: waiting }, () => client.invoke(aCall));
  const bytes = (await heldBytes()) - beforeBytes;
  const joining = askedSince(asked, before);
  expect(client.stats().replicas[0]).toMatchObject({ inFlight: 32, queued: waiting });
  answerAll();
  const outcomes = await Promise.all([...slots, ...calls]);
  expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['result']));
  await client.close();
  return { bytesEach: bytes / waiting, joining, all: askedSince(asked, before) };
}

describe('ten thousand calls that wait for a slot', () => {
  it('take as many steps each as a thousand do, and no more memory', async () => {
    // What is made once, by the first of all.
    await rush(100);
    const hundred = await rush(100);
    const thousand = await rush(1_000);
    const tenThousand = await rush(10_000);
    for (const kind of ['joining', 'all'] as const) {
      const perCall = (thousand[kind].time - hundred[kind].time) / 900;
      expect((tenThousand[kind].time - thousand[kind].time) / 9_000).toBe(perCall);
      expect(tenThousand[kind].timers).toBe(thousand[kind].timers);
    }
    expect(tenThousand.bytesEach).toBeLessThan(1.2 * thousand.bytesEach);
    expect(tenThousand.bytesEach - bodyBytes).toBeLessThan(mostBytes);
  });
});

describe.each([
  ['calls', newCall],
  ['retries', retry],
])('when %s wait', (_who, wish) => {
  it.each<keyof LookedAt>(['joined', 'served', 'gaveUp'])(
    'the replicas are looked at as often among 10,000 as among 100: %s',
    async (step) => {
      const few = await lookedAtBy(100, wish);
      const many = await lookedAtBy(10_000, wish);
      expect(many[step]).toBe(few[step]);
    },
  );
});
