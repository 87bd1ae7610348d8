/** Faults of retrying: too soon, in step, too often, or for an error that nobody knows. */
import { describe, expect, it } from 'vitest';
import { answer, good, goodAnswer, unavailable } from '../faults/answers.js';
import { certificates } from '../faults/place.js';
import { startRawService } from '../faults/raw-service.js';
import { until } from '../until.js';
import { callOver } from './scripted-transport.js';
import { call, clientOf, serve } from './set-up.js';

it('after Retry-After: 1 each of 100 calls waits a second or more, and not all the same', async () => {
  const refusedMs = new Map<string | undefined, number>();
  const waitsMs: number[] = [];
  const service = await serve({
    onRequest(wire, { headers, atMs }) {
      const id = headers['kindgi-request-id'];
      const sinceMs = refusedMs.get(id);
      if (sinceMs === undefined) {
        refusedMs.set(id, performance.now());
        wire.send(unavailable('not ready', '1'));
        return;
      }
      waitsMs.push(atMs - sinceMs);
      wire.send(goodAnswer);
    },
  });
  const client = clientOf(service.url, { maxConcurrency: 100 });
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => client.invoke(call)));
  expect(outcomes.filter(({ kind, attempts }) => kind !== 'result' || attempts.length !== 2)).toEqual([]);
  expect(waitsMs).toHaveLength(100);
  expect(Math.min(...waitsMs)).toBeGreaterThanOrEqual(1_000);
  const toldMs = outcomes.map(({ attempts }) => attempts[0]?.waitMs ?? 0);
  expect(Math.min(...toldMs)).toBeGreaterThanOrEqual(1_000);
  expect(new Set(toldMs).size).toBeGreaterThan(10);
});

it('Retry-After: 0 is no busy loop: the least delay is kept', async () => {
  const service = await serve({ onRequest: (wire) => wire.send(unavailable('not ready')) });
  const client = clientOf(service.url, { retry: { maxAttempts: 4, minDelayMs: 30, maxDelayMs: 30 } });
  await client.invoke(call);
  const times = service.requests.map(({ atMs }) => atMs);
  const gapsMs = times.slice(1).map((atMs, at) => atMs - (times[at] ?? 0));
  expect(gapsMs).toHaveLength(3);
  // A request may be read late, and the next one in time.
  expect(Math.max(...gapsMs)).toBeGreaterThanOrEqual(30);
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(80);
});

describe('a status that the platform promises to mean "not delivered"', () => {
  const refusals = 2;

  /** Refuses each call so often with 429, then takes it. */
  function startLimited(retryAfter: string | undefined) {
    const refused = new Map<string | undefined, number>();
    const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
    return serve({
      onRequest(wire, { headers: { 'kindgi-request-id': id } }) {
        const times = refused.get(id) ?? 0;
        refused.set(id, times + 1);
        wire.send(times < refusals ? answer(429, 'slow down', headers) : goodAnswer);
      },
    });
  }

  it('is tried again no sooner than it asks', async () => {
    const service = await startLimited('1');
    const client = clientOf(service.url, { retry: { safeStatuses: [429], minDelayMs: 1 } });
    const outcome = await client.invoke(call);
    expect(outcome).toMatchObject({ kind: 'result', attempts: [{ status: 429 }, { status: 429 }, {}] });
    for (const { waitMs } of outcome.attempts.slice(0, refusals))
      expect(waitMs).toBeGreaterThanOrEqual(1_000);
    const times = service.requests.map(({ atMs }) => atMs);
    expect((times[2] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(2_000);
  });

  it('draws on the budget only where it names no delay', async () => {
    const retry = { safeStatuses: [429], minDelayMs: 1, maxDelayMs: 5 };
    const endings = async (retryAfter: string | undefined) => {
      const client = clientOf((await startLimited(retryAfter)).url, { retry });
      const outcomes = await Promise.all(Array.from({ length: 60 }, () => client.invoke(call)));
      return new Set(outcomes.map(({ stopped }) => stopped));
    };
    expect(await endings('0')).toEqual(new Set(['answered']));
    expect(await endings(undefined)).toContain('budget');
  });

  it('is not tried again where nobody promised it', async () => {
    const service = await startLimited('0');
    expect(await clientOf(service.url).invoke(call)).toMatchObject({
      reason: 'unexpected-status',
      status: 429,
      execution: 'may-have-run',
    });
    expect(service.requests).toHaveLength(1);
  });
});

it('a wait that fits is not given up for its jitter', async () => {
  const service = await serve({
    onRequest: (wire, { number }) => wire.send(number === 1 ? unavailable('not ready', '1') : goodAnswer),
  });
  // The jitter alone could be longer than what is left after the second that was asked for.
  const client = clientOf(service.url, { retry: { minDelayMs: 600, maxDelayMs: 600 } });
  expect(await client.invoke(call, { timeoutMs: 1_500 })).toMatchObject({
    kind: 'result',
    attempts: [{}, {}],
  });
});

describe('a service that is not there yet', () => {
  it('is reached once somebody listens', async () => {
    const place = await startRawService();
    await place.close();
    const client = clientOf(place.url, { retry: { minDelayMs: 20, maxDelayMs: 50, maxAttempts: 1_000 } });
    const running = client.invoke(call);
    await until(() => client.stats().attempts >= 2, 'two tries were refused');
    const service = await serve({ onRequest: good, port: place.port });
    const outcome = await running;
    expect(outcome).toMatchObject({ kind: 'result', stopped: 'answered' });
    expect(outcome.attempts.map(({ verdict }) => verdict).slice(0, 2)).toEqual([
      'unreachable',
      'unreachable',
    ]);
    expect(outcome.attempts.at(-1)).toMatchObject({ verdict: 'result' });
    expect(service.requests).toHaveLength(1);
  });

  it('is reached at the third try when two connections were reset', async () => {
    const { loopback } = certificates;
    const service = await serve({
      tls: loopback,
      onConnection: (wire, number) => number <= 2 && wire.reset(),
      onRequest: good,
    });
    const client = clientOf(service.url, { tls: { ca: loopback.cert }, retry: { minDelayMs: 1 } });
    const outcome = await client.invoke(call);
    expect(outcome.attempts.map(({ verdict }) => verdict)).toEqual(['unreachable', 'unreachable', 'result']);
    expect(service.requests).toHaveLength(1);
  });

  it('is not flooded: back-off retries end with their budget', async () => {
    const place = await startRawService();
    await place.close();
    const client = clientOf(place.url, { retry: { minDelayMs: 0, maxDelayMs: 0, maxAttempts: 1_000 } });
    const first = await client.invoke(call);
    expect(first).toMatchObject({ reason: 'unreachable', stopped: 'budget', execution: 'did-not-run' });
    // Ten to begin with, some more for the time that it took.
    expect(first.attempts.length).toBeGreaterThanOrEqual(11);
    expect(first.attempts.length).toBeLessThan(1_000);
  });
});

describe('an error of the transport that nobody knows ends the call at its one try', () => {
  const errors = [
    { name: 'TypeError', message: 'fetch failed' },
    { name: 'TypeError', message: 'terminated' },
    { name: 'Error', message: 'ECONNREFUSED' },
    { name: 'Error', message: 'boom' },
    { name: 'Error', code: 'UND_ERR_DESTROYED', message: 'The client is destroyed' },
  ] as const;

  it.each(errors)('$name: $message, before the request was sent', async (error) => {
    const { outcome, tries } = await callOver({ kind: 'fault', stage: 'connecting', error });
    expect(outcome).toMatchObject({ body: { reason: 'unreachable' }, stopped: 'not-retryable' });
    expect([outcome.execution, tries]).toEqual(['did-not-run', 1]);
  });

  it.each(errors)('$name: $message, after it', async (error) => {
    const { outcome, tries } = await callOver({ kind: 'fault', stage: 'sent', error });
    expect(outcome).toMatchObject({ body: { reason: 'connection-lost' }, stopped: 'not-retryable' });
    expect([outcome.execution, tries]).toEqual(['may-have-run', 1]);
  });
});
