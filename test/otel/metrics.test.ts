/** Calls as metrics: how long they took, what they came to, and how full each replica is at this moment. */
import { describe, expect, it } from 'vitest';
import { aCheckCall, aToolCall } from '../../mocks/index.js';
import type { PackClient } from '../../src/index.js';
import { instrumentPackClient } from '../../src/otel/index.js';
import { clientOf, startSample } from '../observe/set-up.js';
import { until } from '../until.js';
import { type KeptMetrics, keepMetrics, placeOf, pointsOf } from './set-up.js';

function watch(client: PackClient): KeptMetrics & { readonly client: PackClient } {
  const kept = keepMetrics();
  return { ...kept, client: instrumentPackClient(client, { meterProvider: kept.provider }) };
}

const findInvoice = {
  'rpc.system.name': 'kindgi-pack',
  'rpc.method': 'tool/acme.billing.find-invoice',
};

describe('calls that ended', () => {
  it('are counted by what they came to and whether they ran', async () => {
    const service = await startSample();
    const { client, collect } = watch(clientOf(service, { retry: { minDelayMs: 1 } }));
    await client.invoke(aToolCall());
    await service.fail('overloaded', { times: 1, retryAfter: 0 });
    await client.invoke(aToolCall());
    await service.fail('cut-body', { times: 1 });
    await client.invoke(aToolCall());
    await client.check(aCheckCall());
    const metrics = await collect();
    const place = placeOf(service);
    const lost = { 'rpc.status_code': 'connection-lost', 'kindgi.pack.execution': 'may-have-run' };
    const check = { ...findInvoice, 'rpc.method': 'check/acme.billing.checks.amount-within-limit' };
    const ran = (name: string) => ({ 'rpc.status_code': name, 'kindgi.pack.execution': 'ran' });
    expect(pointsOf(metrics.get('kindgi.pack.client.calls'))).toEqual([
      { attributes: { ...findInvoice, ...place, ...ran('result') }, value: 2 },
      { attributes: { ...findInvoice, ...place, ...lost, 'error.type': 'connection-lost' }, value: 1 },
      { attributes: { ...check, ...place, ...ran('check-result') }, value: 1 },
    ]);
    const refused = { 'rpc.status_code': 'unavailable', 'kindgi.pack.execution': 'did-not-run' };
    expect(pointsOf(metrics.get('kindgi.pack.client.attempts'))).toEqual([
      { attributes: { ...place, ...ran('result') }, value: 2 },
      { attributes: { ...place, ...refused }, value: 1 },
      { attributes: { ...place, ...lost }, value: 1 },
      { attributes: { ...place, ...ran('check-result') }, value: 1 },
    ]);
  });

  it('are in a histogram of seconds with the advised buckets', async () => {
    const service = await startSample();
    const { client, collect } = watch(clientOf(service));
    const outcomes = [await client.invoke(aToolCall()), await client.invoke(aToolCall())];
    const duration = (await collect()).get('rpc.client.call.duration');
    const seconds = outcomes.reduce((sum, { durationMs }) => sum + durationMs / 1_000, 0);
    expect(duration?.descriptor).toMatchObject({ unit: 's', type: 'HISTOGRAM' });
    expect(pointsOf(duration)).toMatchObject([
      {
        attributes: { ...findInvoice, ...placeOf(service), 'rpc.status_code': 'result' },
        value: { count: 2, sum: expect.closeTo(seconds, 6), buckets: { boundaries: expect.any(Array) } },
      },
    ]);
    const [point] = duration?.dataPoints ?? [];
    expect(point?.value).toHaveProperty('buckets.boundaries.0', 0.005);
    expect(point?.value).toHaveProperty('buckets.boundaries.13', 10);
  });

  it('name no tool that the pack does not have, and no run or request', async () => {
    const service = await startSample();
    const { client, collect } = watch(clientOf(service));
    for (let n = 0; n < 5; n += 1) {
      await client.invoke(aToolCall({ tool: `acme.none-${n}`, ctx: { runId: `run-${n}` } }));
    }
    const metrics = await collect();
    expect(pointsOf(metrics.get('kindgi.pack.client.calls'))).toMatchObject([
      { attributes: { 'rpc.method': '_OTHER', 'error.type': 'tool-not-in-pack' }, value: 5 },
    ]);
    expect(pointsOf(metrics.get('rpc.client.call.duration'))).toHaveLength(1);
  });
});

describe('each replica', () => {
  it('shows its calls in flight, those that wait, and its limit', async () => {
    const service = await startSample();
    const { client, collect } = watch(clientOf(service, { maxConcurrency: 2 }));
    const abort = new AbortController();
    const call = aToolCall({ tool: 'acme.billing.export-ledger', input: { year: 2026, workMs: 60_000 } });
    const pending = Array.from({ length: 5 }, () => client.invoke(call, { signal: abort.signal }));
    await until(() => service.calls.length === 2, 'two calls are there');
    const busy = await collect();
    const attributes = { ...placeOf(service), 'kindgi.pack.replica': service.url };
    expect(pointsOf(busy.get('kindgi.pack.client.in_flight'))).toEqual([{ attributes, value: 2 }]);
    expect(pointsOf(busy.get('kindgi.pack.client.queued'))).toEqual([{ attributes, value: 3 }]);
    expect(pointsOf(busy.get('kindgi.pack.client.limit'))).toEqual([{ attributes, value: 2 }]);
    abort.abort();
    await Promise.all(pending);
    const idle = await collect();
    expect(pointsOf(idle.get('kindgi.pack.client.in_flight'))).toEqual([{ attributes, value: 0 }]);
    expect(pointsOf(idle.get('kindgi.pack.client.queued'))).toEqual([{ attributes, value: 0 }]);
  });

  it('is by itself', async () => {
    const services = [await startSample(), await startSample()];
    const [first] = services;
    const url = services.map((service) => service.url);
    const { client, collect } = watch(clientOf({ url: '', token: first?.token ?? '' }, { url }));
    await client.invoke(aToolCall());
    const points = pointsOf((await collect()).get('kindgi.pack.client.limit'));
    expect(points.map(({ attributes }) => attributes['kindgi.pack.replica'])).toEqual(url);
    await client.close();
  });

  it('is observed no more once the client is closed', async () => {
    const service = await startSample();
    const { client, collect } = watch(clientOf(service));
    await client.invoke(aToolCall());
    await client.close();
    const metrics = await collect();
    expect(pointsOf(metrics.get('kindgi.pack.client.in_flight'))).toEqual([]);
    expect(pointsOf(metrics.get('kindgi.pack.client.calls'))).toHaveLength(1);
  });
});
