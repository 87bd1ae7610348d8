/** Connections whose exchange ended without a whole answer: none of them is used again, and none stays. */
import dns, { type LookupOptions } from 'node:dns';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Connection } from '../../src/transport/connection.js';
import { createConnector } from '../../src/transport/connector.js';
import { Exchange } from '../../src/transport/exchange.js';
import type { WireEnd } from '../../src/transport/wire.js';
import { good } from '../faults/answers.js';
import { certificates } from '../faults/place.js';
import { until } from '../until.js';
import { call, clientOf, serve } from './set-up.js';

it('more probes than connections at a port that refuses end each by itself, and none takes the process along', async () => {
  const client = clientOf('http://127.0.0.1:1');
  const reports = await Promise.all(Array.from({ length: 40 }, () => client.ready()));
  for (const { replicas } of reports) expect(replicas).toMatchObject([{ state: 'unreachable' }]);
});

it('a certificate of another name, once mended, is forgotten', async () => {
  const wrong = await serve({ onRequest: good, tls: certificates.elsewhere });
  const ca = [certificates.loopback.cert, certificates.elsewhere.cert];
  const client = clientOf(wrong.url, { maxConcurrency: 1, retry: false, tls: { ca } });
  for (const _ of [1, 2]) {
    expect(await client.invoke(call)).toMatchObject({
      reason: 'unreachable',
      cause: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
    });
  }
  await wrong.close();
  await serve({ onRequest: good, tls: certificates.loopback, port: wrong.port });
  expect(await client.invoke(call)).toMatchObject({ kind: 'result' });
});

it('probes that were cancelled before they began take no connection from those that come', async () => {
  const service = await serve({ onRequest: good });
  const client = clientOf(service.url);
  const signal = AbortSignal.abort();
  await Promise.all(Array.from({ length: 20 }, () => client.ready({ signal })));
  expect(service.connections).toBe(0);
  expect(await client.ready({ timeoutMs: 5_000 })).toMatchObject({ ready: true });
  expect(service.connections).toBe(1);
});

it('twenty calls that left during a look-up cost the next one neither connections nor look-ups', async () => {
  type Found = (error: Error | null, addresses: readonly { address: string; family: number }[]) => void;
  const service = await serve({ onRequest: good });
  const asked: Found[] = [];
  const lookUp = vi.spyOn(dns, 'lookup').mockImplementation(((_: string, __: LookupOptions, found: Found) => {
    asked.push(found);
  }) as never);
  onTestFinished(() => lookUp.mockRestore());
  const client = clientOf(service.url.replace('127.0.0.1', 'pack.test'));
  const left = Array.from({ length: 20 }, () => client.invoke(call, { timeoutMs: 20 }));
  for (const outcome of await Promise.all(left)) expect(outcome).toMatchObject({ execution: 'did-not-run' });
  const staying = client.invoke(call);
  await until(() => client.stats().replicas[0]?.inFlight === 1, 'the next call waits for the look-up');
  for (const found of asked) found(null, [{ address: '127.0.0.1', family: 4 }]);
  expect(await staying).toMatchObject({ kind: 'result' });
  expect([service.connections, asked.length, service.requests.length]).toEqual([1, 1, 1]);
});

it('a retired connection whose exchange is cancelled goes, and takes its client with it', async () => {
  const service = await serve({});
  const told: string[] = [];
  const keeper = {
    onFree: () => told.push('free'),
    onDropped: () => told.push('dropped'),
    onGone: () => told.push('gone'),
  };
  const connector = createConnector({ connectTimeoutMs: 5_000, tls: undefined });
  const connection = new Connection({ origin: service.url, connector, keeper });
  const interrupt = { isOver: false, awaitingAnswer: false, onEnd: undefined as (() => void) | undefined };
  const ended = new Promise<WireEnd>((settle) => {
    const exchange = new Exchange(interrupt, 1_000, settle);
    const request = { method: 'GET', path: '/', headers: [], body: null, maxResponseBytes: 1_000 } as const;
    connection.send({ ...request, headers: [] }, exchange);
  });
  await until(() => service.requests.length === 1, 'the request is there');
  connection.isRetired = true;
  interrupt.onEnd?.();
  expect(await ended).toMatchObject({ kind: 'interrupted', stage: 'sent' });
  await until(() => told.includes('gone'), 'nothing is left of it');
  expect(told).toEqual(['dropped', 'gone']);
  await until(() => service.open === 0, 'the service has noticed');
});
