/**
 * A token that is replaced while calls run, and the credential functions of a platform in front: asked before every
 * try, what they give is what is sent, and nobody is refused for good.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { PackClientOptions, ToolOutcome } from '../../src/index.js';
import { answer, good, goodAnswer, inTurn, message, unavailable } from '../faults/answers.js';
import type { SeenRequest } from '../faults/raw-service.js';
import { call, clientOf, serve } from '../regressions/set-up.js';
import { slotsOf } from '../stages/leftovers.js';
import { until } from '../until.js';

/** Takes the tokens that are valid as the request arrives, and runs each call it takes. */
async function startGuarded(valid: Set<string>, header = 'kindgi-pack-token') {
  const runs: string[] = [];
  let refused = 0;
  const service = await serve({
    async onRequest(wire, { headers }) {
      if (!valid.has(headers[header] ?? '')) {
        refused += 1;
        wire.send(answer(401, '{"error":"unauthorized"}'));
        return;
      }
      runs.push(headers['kindgi-request-id'] ?? '');
      await sleep(2);
      wire.send(message({ kind: 'result', output: 'done' }));
    },
  });
  return { service, runs, refusals: () => refused };
}

describe('a token that is replaced under load', () => {
  const sources: readonly (readonly [string, (current: () => string) => PackClientOptions['token']])[] = [
    ['a function', (current) => current],
    ['a promise', (current) => async () => current()],
    [
      'a promise that takes a while',
      (current) => async () => {
        const token = current();
        await sleep(3);
        return token;
      },
    ],
  ];

  it.each(sources)('by %s: of 64 calls at a time none fails and none runs twice', async (_how, tokenOf) => {
    const rounds = 6;
    let round = 0;
    const current = () => `token-${round}`;
    const valid = new Set([current()]);
    const { service, runs, refusals } = await startGuarded(valid);
    const client = clientOf(service.url, { token: tokenOf(current), maxConcurrency: 64 });
    const outcomes: ToolOutcome[] = [];
    /** The round in which each caller's last finished call began. */
    const finished = new Array<number>(64).fill(-1);
    let isOver = false;
    const callers = finished.map(async (_, caller) => {
      for (let nth = 0; !isOver; nth += 1) {
        const begunIn = round;
        outcomes.push(await client.invoke(call, { requestId: `${caller}-${nth}` }));
        finished[caller] = begunIn;
      }
    });
    while (round < rounds) {
      await until(() => finished.every((begunIn) => begunIn === round), 'all callers know this token');
      // The new one is given out at the moment in which the old one ends: whoever is on the way has the old one.
      round += 1;
      valid.clear();
      valid.add(current());
    }
    await until(() => finished.every((begunIn) => begunIn === round), 'all callers know the last token');
    isOver = true;
    await Promise.all(callers);
    expect(outcomes.filter(({ kind }) => kind !== 'result')).toEqual([]);
    expect(runs).toHaveLength(outcomes.length);
    expect(new Set(runs).size).toBe(runs.length);
    // Else nothing was tested.
    expect(refusals()).toBeGreaterThan(0);
    const twice = outcomes.filter(({ attempts }) => attempts.length === 2);
    expect(twice).toHaveLength(refusals());
    console.log(
      `token rotation: ${outcomes.length} calls, ${rounds} tokens, ${refusals()} refused and sent again, 0 failed`,
    );
  });

  it('whose new value comes late: the call ends as refused, the next one works', async () => {
    const valid = new Set(['new']);
    const { service, runs } = await startGuarded(valid);
    let current = 'old';
    const client = clientOf(service.url, { token: () => current });
    expect(await client.invoke(call)).toMatchObject({ reason: 'unauthorized', stopped: 'not-retryable' });
    current = 'new';
    expect(await client.invoke(call)).toMatchObject({ kind: 'result', attempts: [{ status: 200 }] });
    expect(runs).toHaveLength(1);
  });
});

it('a token that is replaced again while the next try waits for a slot is asked for again', async () => {
  let current = 'token-0';
  const held: (() => void)[] = [];
  const service = await serve({
    onRequest(wire, { headers }) {
      const id = headers['kindgi-request-id'];
      if (headers['kindgi-pack-token'] !== current || current === 'token-0') {
        current = 'token-1';
        wire.send(answer(401));
      } else if (id === 'holder') held.push(() => wire.send(goodAnswer));
      else wire.send(goodAnswer);
    },
  });
  const client = clientOf(service.url, { token: () => current, maxConcurrency: 1 });
  const first = client.invoke(call, { requestId: 'refused' });
  const second = client.invoke(call, { requestId: 'holder' });
  await until(() => held.length === 1 && slotsOf(client).queued === 1, 'the refused call waits for the slot');
  current = 'token-2';
  for (const release of held) release();
  expect([await first, await second]).toMatchObject([{ kind: 'result' }, { kind: 'result' }]);
  expect(service.requests.map(({ headers }) => headers['kindgi-pack-token'])).toEqual([
    'token-0',
    'token-1',
    'token-2',
  ]);
});

describe('authorization for a platform in front', () => {
  const sent = (requests: readonly SeenRequest[]) => requests.map(({ headers }) => headers['authorization']);

  it('is asked before every try, and what it gives is sent with the token beside it', async () => {
    const service = await serve({
      onRequest: inTurn(
        (wire) => wire.send(unavailable('not ready')),
        (wire) => wire.send(unavailable('draining')),
        good,
      ),
    });
    let asked = 0;
    const authorization = async () => `Bearer ${asked++}`;
    const client = clientOf(service.url, { authorization, retry: { minDelayMs: 1 } });
    expect(await client.invoke(call)).toMatchObject({ kind: 'result' });
    expect(sent(service.requests)).toEqual(['Bearer 0', 'Bearer 1', 'Bearer 2']);
    expect(new Set(service.requests.map(({ headers }) => headers['kindgi-pack-token']))).toEqual(
      new Set(['test-token']),
    );
  });

  it('that has run out is renewed once, for all calls that were on the way', async () => {
    const valid = new Set(['Bearer 0']);
    const { service, runs, refusals } = await startGuarded(valid, 'authorization');
    let current = 'Bearer 0';
    const client = clientOf(service.url, { authorization: () => current });
    await client.invoke(call);
    const running = Array.from({ length: 32 }, () => client.invoke(call));
    valid.clear();
    current = 'Bearer 1';
    valid.add(current);
    const outcomes = await Promise.all(running);
    expect(outcomes.filter(({ kind }) => kind !== 'result')).toEqual([]);
    expect(runs).toHaveLength(33);
    expect(refusals()).toBe(outcomes.filter(({ attempts }) => attempts.length === 2).length);
  });

  it('is kept by the function alone: one that caches is asked for every try, and fetches when it says so', async () => {
    const service = await serve({
      onRequest: (wire, { headers }) =>
        wire.send(
          headers['authorization'] === 'Bearer 0' && service.requests.length > 3 ? answer(401) : goodAnswer,
        ),
    });
    let asked = 0;
    let fetched = 0;
    let isGood = false;
    let kept = '';
    const authorization = async () => {
      asked += 1;
      if (isGood) return kept;
      kept = `Bearer ${fetched}`;
      fetched += 1;
      isGood = true;
      return kept;
    };
    const client = clientOf(service.url, { authorization });
    for (let nth = 0; nth < 3; nth += 1) await client.invoke(call);
    expect({ asked, fetched }).toEqual({ asked: 3, fetched: 1 });
    // Refused, and the function knows no other value: the call is not sent again.
    expect(await client.invoke(call)).toMatchObject({ reason: 'unauthorized', attempts: [{ status: 401 }] });
    expect({ asked, fetched }).toEqual({ asked: 5, fetched: 1 });
    isGood = false;
    expect(await client.invoke(call)).toMatchObject({ kind: 'result' });
    expect({ asked, fetched }).toEqual({ asked: 6, fetched: 2 });
    expect(sent(service.requests)).toEqual([...new Array<string>(4).fill('Bearer 0'), 'Bearer 1']);
  });

  it('goes to /v1/info, and to no probe', async () => {
    const service = await serve({ onRequest: (wire) => wire.send(answer(200, '{"status":"ready"}')) });
    const client = clientOf(service.url, { authorization: 'Bearer fixed' });
    await Promise.all([client.info(), client.ready(), client.health()]);
    const told = Object.fromEntries(
      service.requests.map(({ path, headers }) => [path, headers['authorization']]),
    );
    expect(told).toEqual({ '/v1/info': 'Bearer fixed', '/readyz': undefined, '/healthz': undefined });
  });
});
