/** Faults of deadlines: cut too early, too late, or given anew to each try. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { answers, good, goodAnswer, head, inTurn, silence, unavailable } from '../faults/answers.js';
import type { Script, Wire } from '../faults/raw-service.js';
import { until } from '../until.js';
import { call, clientOf, serve, untyped } from './set-up.js';
import { turnUndiciClock } from './undici-clock.js';

const hourMs = 3_600_000;
const json = goodAnswer.subarray(goodAnswer.indexOf('{'));

describe('a deadline above five minutes is not cut short by the transport', () => {
  const stages: readonly (readonly [string, Script, (wire: Wire) => void])[] = [
    ['while no answer begins', silence, (wire) => wire.send(goodAnswer)],
    [
      'while the answer goes on',
      (wire) => wire.send(head(200, { 'content-length': json.byteLength }), json.subarray(0, 5)),
      (wire) => wire.send(json.subarray(5)),
    ],
  ];

  it.each(stages)('%s', async (_stage, start, goOn) => {
    const wires: Wire[] = [];
    const service = await serve({
      onRequest(wire, request) {
        wires.push(wire);
        return start(wire, request);
      },
    });
    const client = clientOf(service.url, { timeoutMs: hourMs });
    // Set as undici comes, to prove that its clock was turned.
    const plain = new Pool(service.url);
    onTestFinished(() => plain.destroy());

    const outcome = client.invoke(call);
    const cut = plain
      .request({ method: 'POST', path: '/v1/invoke', body: '{}' })
      .then(({ body }) => body.text())
      .catch((error: unknown) => Reflect.get(Object(error), 'code'));
    await until(() => wires.length === 2, 'both requests are at the service');
    await sleep(20);
    turnUndiciClock(301_000);
    expect(await cut).toMatch(/^UND_ERR_(HEADERS|BODY)_TIMEOUT$/);

    await until(() => service.open === 1, 'only the client holds its connection');
    for (const wire of wires) goOn(wire);
    expect(await outcome).toMatchObject({ kind: 'result', attempts: [{ stage: 'answered' }] });
  });
});

it('each try is told the time that is left, as a whole number', async () => {
  const slowRefusal: Script = async (wire) => {
    await sleep(400);
    wire.send(unavailable('not ready'));
  };
  const service = await serve({ onRequest: inTurn(slowRefusal, good) });
  const outcome = await clientOf(service.url, { retry: { minDelayMs: 1 } }).invoke(call, {
    timeoutMs: 1_000,
  });
  expect(outcome).toMatchObject({ kind: 'result' });
  const [first, second] = service.requests.map(({ headers }) => headers['kindgi-timeout-ms'] ?? '');
  expect(first).toMatch(/^\d+$/);
  expect(second).toMatch(/^\d+$/);
  expect(Number(first)).toBeLessThanOrEqual(1_000);
  expect(Number(second)).toBeGreaterThanOrEqual(1);
  expect(Number(second)).toBeLessThanOrEqual(601);
  expect(outcome.attempts.map(({ timeoutMs }) => String(timeoutMs))).toEqual([first, second]);
});

it('a wait that does not fit ends the call at once, with what was asked for', async () => {
  const service = await serve({ onRequest: answers(unavailable('overloaded', '3600')) });
  // Were it not at once, the test would run out of time.
  const outcome = await clientOf(service.url).invoke(call, { timeoutMs: 600_000 });
  expect(outcome).toMatchObject({
    reason: 'unavailable',
    status: 503,
    retryAfterMs: hourMs,
    stopped: 'deadline',
    execution: 'did-not-run',
  });
  expect(service.requests).toHaveLength(1);
});

it('no try begins after the deadline, however many refusals fit before it', async () => {
  const service = await serve({ onRequest: answers(unavailable('overloaded')) });
  const client = clientOf(service.url, { retry: { minDelayMs: 20, maxDelayMs: 20, maxAttempts: 1_000 } });
  const outcome = await client.invoke(call, { timeoutMs: 300 });
  // A last try that began in time may still meet the deadline before it is written.
  expect(outcome).toMatchObject({ execution: 'did-not-run', stopped: 'deadline' });
  expect(outcome.attempts.at(0)).toMatchObject({ verdict: 'unavailable' });
  const sent = outcome.attempts.filter(({ stage }) => stage !== 'connecting');
  expect(sent).toHaveLength(service.requests.length);
  expect(sent.length).toBeGreaterThan(1);
  for (const { startedMs, timeoutMs } of outcome.attempts) {
    expect(startedMs).toBeLessThan(300);
    expect(timeoutMs).toBeLessThanOrEqual(Math.ceil(300 - startedMs) + 1);
  }
});

describe('a time that is none is refused, and the option is named', () => {
  const times: readonly unknown[] = [
    Number.POSITIVE_INFINITY,
    Number.NaN,
    0,
    -1,
    2 ** 31,
    '500',
    1.5,
    null,
    10n,
  ];

  it.each(times)('timeoutMs: %s', async (timeoutMs) => {
    const service = await serve({ onRequest: good });
    const options = untyped({ timeoutMs });
    const refusal = { name: 'PackUsageError', issues: [expect.objectContaining({ path: 'timeoutMs' })] };
    expect(() => clientOf(service.url, options)).toThrow(expect.objectContaining(refusal));
    await expect(clientOf(service.url).invoke(call, options)).rejects.toMatchObject(refusal);
    expect(service.connections).toBe(0);
  });
});
