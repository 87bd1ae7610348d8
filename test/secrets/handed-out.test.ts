/**
 * What else a caller holds besides outcomes: the client while calls wait and fly, the signal of a call, promises,
 * reports of probes, usage errors, methods. None of it shows a secret, to whoever looks as hard as he can.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { sampleIndex } from '../../mocks/index.js';
import { type PackClient, PackUsageError } from '../../src/index.js';
import { answer, good, goodAnswer, silence } from '../faults/answers.js';
import type { Wire } from '../faults/raw-service.js';
import {
  canaries,
  leaksIn,
  recordingLogger,
  secretCaller,
  secretClient,
  tellLooks,
} from '../regressions/canaries.js';
import { clientOf, serve } from '../regressions/set-up.js';
import { slotsOf } from '../stages/leftovers.js';
import { until } from '../until.js';

afterAll(() => tellLooks('secrets in what is handed out'));

const { input, ctx, config, trace } = secretCaller(recordingLogger(), () => undefined);
const tool = 'test.tool';

describe('while calls are under way', () => {
  const stages: readonly (readonly [
    string,
    (client: PackClient, signal: AbortSignal) => Promise<unknown>,
  ])[] = [
    ['a tool call', (client, signal) => client.invoke({ tool, input, ctx }, { signal })],
    ['a check', (client, signal) => client.check({ check: 'c', config, trace }, { signal })],
    ['info', (client, signal) => client.info({ signal })],
    ['reconcile', (client, signal) => client.reconcile({ index: sampleIndex, signal })],
    ['readiness', (client, signal) => client.waitUntilReady({ signal })],
  ];

  it.each(stages)('%s: client, promise, signal and totals', async (_what, begin) => {
    const service = await serve({ onRequest: silence });
    const logger = recordingLogger();
    const client = clientOf(service.url, { ...secretClient, logger, maxConcurrency: 1 });
    const controller = new AbortController();
    const promise = begin(client, controller.signal);
    await until(() => service.requests.length === 1, 'the request is at the service');
    // Two more wait for the slot.
    const waiting = [client.invoke({ tool, input, ctx }), client.check({ check: 'c', config, trace })];
    await until(() => slotsOf(client).inFlight + slotsOf(client).queued >= 2, 'calls wait');
    const held = [client, promise, controller, controller.signal, client.stats(), ...waiting];
    expect(held.flatMap(leaksIn)).toEqual([]);
    controller.abort();
    await client.close({ graceMs: 0 });
    const ends = await Promise.all([promise, ...waiting]);
    expect([client, controller.signal, ...ends, ...logger.records].flatMap(leaksIn)).toEqual([]);
  });

  it('and while one waits to be tried again', async () => {
    const service = await serve({ onRequest: (wire) => wire.send(answer(503, '', { 'retry-after': '5' })) });
    const client = clientOf(service.url, secretClient);
    const outcome = client.invoke({ tool, input, ctx });
    await until(() => service.requests.length === 1 && slotsOf(client).inFlight === 0, 'it waits');
    expect([client, outcome, client.stats()].flatMap(leaksIn)).toEqual([]);
    await client.close({ graceMs: 0 });
    expect(leaksIn(await outcome)).toEqual([]);
  });
});

it('reports of a service that gives back what it was told', async () => {
  const echo = (wire: Wire, { raw }: { readonly raw: string }) =>
    wire.send(answer(200, raw, { 'x-echo': raw.replaceAll(/\s+/g, ' ') }));
  const service = await serve({ onRequest: echo });
  const logger = recordingLogger();
  const client = clientOf(service.url, { ...secretClient, logger });
  const reports = [
    await client.ready(),
    await client.health(),
    await client.info(),
    await client.reconcile({ index: sampleIndex }),
    await client.waitUntilReady({ timeoutMs: 50 }),
  ];
  expect([...reports, ...logger.records, client.stats()].flatMap(leaksIn)).toEqual([]);
  // Probes carry no token that a proxy, or whoever answers for the service, could keep.
  const probes = service.requests.filter(({ path }) => path !== '/v1/info');
  expect(probes.length).toBeGreaterThanOrEqual(3);
  expect(probes.flatMap(({ raw }) => leaksIn(raw))).toEqual([]);
});

it('a client as JSON, as text, in a template, in an error', async () => {
  const service = await serve({ onRequest: good });
  const client = clientOf(service.url, secretClient);
  await client.invoke({ tool, input, ctx });
  const shown = [
    JSON.stringify(client),
    JSON.stringify({ client, stats: client.stats(), invoke: client.invoke }),
    `${String(client)} ${client.invoke.toString()}`,
    new Error('failed', { cause: client }),
    Object.assign(new Error('failed'), { client }),
    structuredClone(client.stats()),
  ];
  expect(shown.flatMap(leaksIn)).toEqual([]);
});

it('usage errors of every door', async () => {
  const service = await serve({ onRequest: silence });
  const client = clientOf(service.url, secretClient);
  const [secret = ''] = canaries;
  const doors = [
    () => client.invoke({ tool, input, ctx }, { [secret.slice(0, 3)]: secret }),
    () => client.invoke({ tool, input: 1n, ctx }),
    () => client.check({ check: 'c', config, trace: { ...Object(trace), n: 1n } }),
    () => client.check({ check: 'c', config: Object.assign(new Date(), config), trace }),
    () => client.info({ timeoutMs: Number.NaN, ...{ signal: Object(secret) } }),
    () => client.reconcile({ index: Object({ tools: [secret], packId: secret.length }) }),
    () => client.close(Object({ graceMs: secret })),
    () => clientOf(service.url, { ...secretClient, token: `${secret} ${secret}` }),
    () => clientOf(`http://${secret}:${secret}@127.0.0.1`, secretClient),
    () => clientOf(`http://127.0.0.1/?token=${secret}`, secretClient),
    () => clientOf(`${secret}:`, secretClient),
    () => clientOf(service.url, { ...secretClient, tls: Object({ key: { pem: secret } }) }),
    () => clientOf(service.url, { ...secretClient, logger: Object(secret) }),
  ];
  for (const door of doors) {
    const error: unknown = await (async () => door())().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PackUsageError);
    expect(leaksIn(error)).toEqual([]);
  }
  expect(service.connections).toBe(0);
});

it('a token function that throws its token tells the caller alone', async () => {
  const [secret = ''] = canaries;
  const service = await serve({ onRequest: (wire) => wire.send(goodAnswer) });
  const logger = recordingLogger();
  const token = () => {
    throw new Error(`cannot renew ${secret}`);
  };
  const client = clientOf(service.url, { token, logger });
  expect(await client.invoke({ tool, input, ctx })).toMatchObject({ reason: 'unauthorized' });
  expect([client, client.stats(), ...logger.records].flatMap(leaksIn)).toEqual([]);
});
