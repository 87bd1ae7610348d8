/** Faults of choosing among replicas: drawn to the one that fails fastest, or held up by the one that says nothing. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  answer,
  answers,
  good,
  goodAnswer,
  infoAnswer,
  message,
  silence,
  unavailable,
} from '../faults/answers.js';
import type { RawService, Script, Wire } from '../faults/raw-service.js';
import { slotsOf } from '../stages/leftovers.js';
import { until } from '../until.js';
import { call, clientOf, serve } from './set-up.js';

const coolingAt = (stats: { readonly replicas: readonly { readonly coolingMs: number }[] }) =>
  stats.replicas.map(({ coolingMs }) => coolingMs > 0);

describe('a 503 without a Retry-After', () => {
  const bare = answers(answer(503, 'no healthy upstream', { 'content-type': 'text/plain' }));

  it('cools its replica down: calls do not flock to where they fail at once', async () => {
    const bad = await serve({ onRequest: bare });
    const well = await serve({
      async onRequest(wire, request) {
        await sleep(2);
        return good(wire, request);
      },
    });
    const client = clientOf([bad.url, well.url]);
    let failed = 0;
    for (let round = 0; round < 40; round += 1) {
      const { kind } = await client.invoke(call);
      if (kind !== 'result') failed += 1;
    }
    // One finds it out; should the rounds take longer than the cooling, which doubles, one more.
    expect(failed).toBe(bad.requests.length);
    expect(failed).toBeGreaterThan(0);
    expect(failed).toBeLessThanOrEqual(5);
    expect(bad.requests.length + well.requests.length).toBe(40);
  });

  it('shows in stats(), and is over with an answer', async () => {
    let isWell = false;
    const service = await serve({ onRequest: (...sent) => (isWell ? good : bare)(...sent) });
    const client = clientOf(service.url);
    expect(await client.invoke(call)).toMatchObject({
      reason: 'unexpected-status',
      execution: 'may-have-run',
    });
    expect(coolingAt(client.stats())).toEqual([true]);
    isWell = true;
    expect(await client.invoke(call)).toMatchObject({ kind: 'result' });
    expect(coolingAt(client.stats())).toEqual([false]);
  });
});

describe('a replica that says nothing', () => {
  it('leaves info() time to ask the next one', async () => {
    const mute = await serve({ onRequest: silence });
    const well = await serve({ onRequest: answers(infoAnswer) });
    const outcome = await clientOf([mute.url, well.url]).info({ timeoutMs: 1_000 });
    expect(outcome).toMatchObject({
      kind: 'info',
      attempts: [{ verdict: 'deadline-exceeded' }, { verdict: 'info' }],
    });
    expect(outcome.durationMs).toBeLessThan(1_000);
    expect([mute.requests.length, well.requests.length]).toEqual([1, 1]);
  });

  it('does not hold up a retry for as long as the call that finds it out', async () => {
    // Both were down. One is back and answers; the other takes calls and says nothing.
    const scripts: { one: Script; other: Script } = {
      one: answers(unavailable('not ready')),
      other: answers(unavailable('not ready')),
    };
    const services: readonly RawService[] = [
      await serve({ onRequest: (...sent) => scripts.one(...sent) }),
      await serve({ onRequest: (...sent) => scripts.other(...sent) }),
    ];
    const client = clientOf(
      services.map(({ url }) => url),
      { retry: { minDelayMs: 1, maxDelayMs: 5 } },
    );
    const calls = Array.from({ length: 4 }, () => client.invoke(call, { timeoutMs: 2_000 }));
    await until(() => client.stats().attempts >= 4, 'all were refused');
    scripts.one = silence;
    scripts.other = good;
    const outcomes = await Promise.all(calls);
    // Who went to the mute one may have run there; all others have a result long before that.
    const lost = outcomes.filter(({ kind }) => kind !== 'result');
    expect(lost.length).toBeLessThan(outcomes.length);
    for (const outcome of lost)
      expect(outcome).toMatchObject({ reason: 'deadline-exceeded', execution: 'may-have-run' });
    for (const { kind, durationMs } of outcomes)
      if (kind === 'result') expect(durationMs).toBeLessThan(2_000);
  });
});

it('a call in line is not forgotten behind a retry that only another replica can take', async () => {
  const held = new Map<string, Wire[]>([
    ['a', []],
    ['b', []],
  ]);
  const lacks = message({ kind: 'error', code: 'tool-not-in-pack', message: 'no such tool' });
  const hold =
    (name: string): Script =>
    (wire, { body }) => {
      if (body.includes('"hold"')) held.get(name)?.push(wire);
      else if (name === 'a' && body.includes('"only-b"')) wire.send(lacks);
      else wire.send(goodAnswer);
    };
  const a = await serve({ onRequest: hold('a') });
  const b = await serve({ onRequest: hold('b') });
  const client = clientOf([a.url, b.url], { maxConcurrency: 1 });
  const free = (name: string) => held.get(name)?.shift()?.send(goodAnswer);
  const begin = (tool: string) => client.invoke({ ...call, tool }, { timeoutMs: 5_000 });

  const holders = [begin('hold'), begin('hold')];
  await until(() => held.get('a')?.length === 1 && held.get('b')?.length === 1, 'both replicas are taken');
  const choosy = begin('only-b');
  free('a');
  await until(
    () => client.stats().attempts === 2 && slotsOf(client).queued === 1,
    'the first replica lacks the tool, and the call waits for the second',
  );
  const next = begin('hold');
  await until(() => held.get('a')?.length === 1, 'the first replica is taken again');
  const waiting = begin('plain');
  free('a');
  expect(await waiting).toMatchObject({ kind: 'result' });
  free('b');
  expect(await choosy).toMatchObject({ kind: 'result', attempts: [{ verdict: 'tool-not-in-pack' }, {}] });
  await Promise.all([next, ...holders]);
});
