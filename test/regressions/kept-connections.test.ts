/** Faults of kept connections: what a service does to one between two calls, and which call gets which. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { good, goodAnswer, inTurn, message, unavailable } from '../faults/answers.js';
import type { RawService, Script, Wire } from '../faults/raw-service.js';
import { until } from '../until.js';
import { call, clientOf, idsAt, serve } from './set-up.js';

const endings: readonly (readonly [string, Script])[] = [
  ['closed with the answer', (wire) => wire.finish(goodAnswer)],
  [
    'closed right after the answer',
    (wire) => {
      wire.send(goodAnswer);
      setImmediate(() => wire.finish());
    },
  ],
  [
    'closed a millisecond after the answer',
    async (wire) => {
      wire.send(goodAnswer);
      await sleep(1);
      wire.finish();
    },
  ],
  [
    'reset a millisecond after the answer',
    async (wire) => {
      wire.send(goodAnswer);
      await sleep(1);
      wire.reset();
    },
  ],
];

describe('a kept connection that the service ends as the next call is put on it', () => {
  it.each(endings)(
    '%s: a call gets there once at most, and is safe only if it never did',
    async (_how, script) => {
      const service = await serve({ onRequest: script });
      const client = clientOf(service.url, { maxConcurrency: 1, retry: { minDelayMs: 1, maxDelayMs: 2 } });
      for (let round = 0; round < 40; round += 1) {
        const requestId = `call-${round}`;
        const outcome = await client.invoke(call, { requestId });
        const arrived = idsAt(service).filter((id) => id === requestId).length;
        if (outcome.execution === 'ran') expect(arrived).toBe(1);
        else if (outcome.execution === 'did-not-run') expect(arrived).toBe(0);
        expect(arrived).toBeLessThanOrEqual(1);
        // Some rounds meet the connection while it ends, some just before, some just after.
        if (round % 3 > 0) await sleep(round % 3);
      }
    },
  );

  it('is never met when the service named its limit: no call of twenty fails', async () => {
    const idle = new Map<number, NodeJS.Timeout>();
    const service = await serve({
      onRequest(wire, { connection }) {
        clearTimeout(idle.get(connection));
        wire.send(message({ kind: 'result', output: 'done' }, { 'keep-alive': 'timeout=1' }));
        idle.set(
          connection,
          setTimeout(() => wire.finish(), 1_000),
        );
      },
    });
    const rounds = Array.from({ length: 20 }, async (_, round) => {
      const client = clientOf(service.url, { retry: false });
      const first = await client.invoke(call);
      await sleep(900 + round * 10);
      return [first.kind, (await client.invoke(call)).kind];
    });
    expect(new Set((await Promise.all(rounds)).flat())).toEqual(new Set(['result']));
    for (const timer of idle.values()) clearTimeout(timer);
  });
});

it('a call whose deadline passes in the queue never reaches the service, not later either', async () => {
  let release = () => {};
  const hang: Script = (wire) => {
    release = () => wire.send(goodAnswer);
  };
  const service = await serve({ onRequest: inTurn(hang, good) });
  const client = clientOf(service.url, { maxConcurrency: 1 });
  const first = client.invoke(call, { requestId: 'first' });
  await until(() => service.requests.length === 1, 'the first call is at the service');
  const second = await client.invoke(call, { requestId: 'second', timeoutMs: 200 });
  expect(second).toMatchObject({ reason: 'deadline-exceeded', execution: 'did-not-run', attempts: [] });
  expect(second.durationMs).toBeGreaterThanOrEqual(199);
  release();
  expect(await first).toMatchObject({ kind: 'result' });
  expect(await client.invoke(call, { requestId: 'third' })).toMatchObject({ kind: 'result' });
  expect(idsAt(service)).toEqual(['first', 'third']);
});

it('calls one after another go over one connection', async () => {
  const service = await serve({ onRequest: good });
  const client = clientOf(service.url);
  for (let count = 0; count < 50; count += 1)
    expect(await client.invoke(call)).toMatchObject({ kind: 'result' });
  expect(new Set(service.requests.map(({ connection }) => connection)).size).toBe(1);
});

it('a burst of 500 calls opens no more connections than calls are allowed, and all succeed', async () => {
  const service = await serve({
    async onRequest(wire) {
      await sleep(1);
      wire.send(goodAnswer);
    },
  });
  const client = clientOf(service.url);
  const outcomes = await Promise.all(Array.from({ length: 500 }, () => client.invoke(call)));
  expect(outcomes.filter(({ kind }) => kind !== 'result')).toEqual([]);
  expect(service.requests).toHaveLength(500);
  expect(service.mostOpen).toBeLessThanOrEqual(32);
});

it('after 503 draining the next try opens a connection, and so reaches the new instance', async () => {
  const oldConnections = 3;
  let draining = false;
  const waiting: Wire[] = [];
  const service: RawService = await serve({
    onRequest(wire, { connection }) {
      if (connection > oldConnections) wire.send(goodAnswer);
      else if (draining) wire.send(unavailable('draining'));
      else if (waiting.push(wire) === oldConnections) for (const each of waiting) each.send(goodAnswer);
    },
  });
  const client = clientOf(service.url, { retry: { minDelayMs: 1 } });
  await Promise.all(Array.from({ length: oldConnections }, () => client.invoke(call)));
  draining = true;
  const outcome = await client.invoke(call);
  expect(outcome).toMatchObject({
    kind: 'result',
    attempts: [{ verdict: 'unavailable' }, { verdict: 'result' }],
  });
});

describe('an answer that nobody asked for', () => {
  const forged = message({ kind: 'result', output: 'forged' });
  const numbered = (number: number) => message({ kind: 'result', output: `answer ${number}` });

  it('in the same bytes is not taken for the next one', async () => {
    const service = await serve({
      onRequest: (wire, { number }) => wire.send(Buffer.concat([numbered(number), forged])),
    });
    const client = clientOf(service.url, { maxConcurrency: 1 });
    for (const round of [1, 2, 3]) {
      const outcome = await client.invoke(call, { requestId: `call-${round}` });
      if (outcome.kind === 'result') expect(outcome.output).toBe(`answer ${service.requests.length}`);
      else expect(outcome).toMatchObject({ reason: 'connection-lost', execution: 'may-have-run' });
    }
    expect(new Set(idsAt(service)).size).toBe(service.requests.length);
  });

  it('on the idle connection ends it, and the next call has its own', async () => {
    const idle: Wire[] = [];
    const service = await serve({
      onRequest(wire, { number }) {
        wire.send(numbered(number));
        idle.push(wire);
      },
    });
    const client = clientOf(service.url, { maxConcurrency: 1 });
    for (const round of [1, 2, 3]) {
      // Had the next call begun before the pushed answer arrives, nothing could tell it from that call's own.
      expect(await client.invoke(call)).toMatchObject({ output: `answer ${round}` });
      idle[round - 1]?.send(forged);
      await until(() => service.open === 0, 'the connection was dropped');
    }
    expect(service.connections).toBe(3);
    expect(service.requests).toHaveLength(3);
  });
});
