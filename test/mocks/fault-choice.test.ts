/** The 503 faults of an embedded pack service, and which request a fault strikes. */
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../mocks/index.js';
import { until } from '../until.js';
import { pack, start } from './packs.js';
import { call, get, invokeBody, send } from './wire.js';

describe("the service's own 503", () => {
  test.each([
    ['overloaded', { error: 'overloaded' }, 200],
    ['draining', { error: 'draining' }, 503],
    ['missing-env', { error: 'missing env', missingEnv: ['NEEDED'] }, 503],
  ] as const)('%s: with Retry-After, where a real one says it', async (fault, body, readyStatus) => {
    const service = await start({ index: pack({ env: { required: ['NEEDED'], optional: [] } }) });
    await service.fail(fault);
    expect(await call(service, 'echo', 1)).toMatchObject({
      status: 503,
      json: body,
      headers: { 'retry-after': '1' },
    });
    expect((await get(service, '/readyz')).status).toBe(readyStatus);
    expect((await get(service, '/healthz')).status).toBe(200);
    expect((await get(service, '/v1/info')).status).toBe(200);
    expect(service.calls).toMatchObject([{ fault, status: 503, handler: 'not-started' }]);
  });

  test('a wrong token comes first and uses nothing up', async () => {
    const service = await start();
    await service.fail('overloaded', { times: 1 });
    expect((await send(service, { headers: { 'kindgi-pack-token': 'wrong' } })).status).toBe(401);
    expect((await call(service, 'echo', 1)).status).toBe(503);
    expect((await call(service, 'echo', 1)).status).toBe(200);
  });

  test.each([
    [7, '7'],
    ['1.5', '1.5'],
    [false, undefined],
  ] as const)('Retry-After %s can be asked for', async (retryAfter, header) => {
    const service = await start();
    await service.fail('draining', { retryAfter });
    expect((await call(service, 'echo', 1)).headers['retry-after']).toBe(header);
  });
});

describe('which request', () => {
  test('faults come in the order they were asked for, then none', async () => {
    const service = await start();
    void service.fail('overloaded', { times: 1 });
    void service.fail('not-json', { times: 2, status: 500 });
    const statuses = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await call(service, 'echo', 1)).status);
    expect(statuses).toEqual([503, 500, 500, 200]);
    expect(service.calls.map(({ fault }) => fault)).toEqual([
      'overloaded',
      'not-json',
      'not-json',
      undefined,
    ]);
  });

  test('`when` picks, and others are neither hit nor counted', async () => {
    const service = await start();
    await service.fail('unexpected-status', {
      times: 1,
      when: ({ headers }) => headers['kindgi-run-id'] === 'run-2',
    });
    const statuses = [];
    for (const run of ['run-1', 'run-2', 'run-2']) {
      statuses.push(
        (await send(service, { body: invokeBody('echo', 1), headers: { 'kindgi-run-id': run } })).status,
      );
    }
    expect(statuses).toEqual([200, 502, 200]);
  });

  test.each([
    'reset-after-request',
    'close-after-request',
    'silence',
    'cut-body',
    'slow-body',
    'not-json',
    'wrong-kind',
    'unexpected-status',
    'overloaded',
    'draining',
    'missing-env',
    'huge-body',
  ] as const)('%s: one of many calls, once', async (fault) => {
    const service = await start();
    const from = (run: string) => ({ headers: { 'kindgi-run-id': run } });
    await service.fail(fault, { times: 1, when: ({ headers }) => headers['kindgi-run-id'] === 'run-2' });
    expect((await send(service, { body: invokeBody('echo', 1), ...from('run-1') })).status).toBe(200);
    const caller = new AbortController();
    const struck = send(service, {
      body: invokeBody('echo', 1),
      ...from('run-2'),
      signal: caller.signal,
    }).catch(() => {});
    await until(() => service.calls[1]?.fault !== undefined, 'the fault is played');
    caller.abort();
    await struck;
    expect((await send(service, { body: invokeBody('echo', 1), ...from('run-2') })).status).toBe(200);
    expect(service.calls.map((each) => each.fault)).toEqual([undefined, fault, undefined]);
  });

  test('without `times` it stays until it is cleared', async () => {
    const service = await start();
    await service.fail('unexpected-status');
    for (let n = 0; n < 3; n += 1) expect((await call(service, 'echo', 1)).status).toBe(502);
    await service.clearFaults();
    expect((await call(service, 'echo', 1)).status).toBe(200);
  });

  test.each([
    ['no-such-fault', 1],
    ['toString', 1],
    ['silence', 0],
    ['refuse', 1.5],
  ])('%s with times %d is refused at once', async (name, times) => {
    const service = await start();
    const fault = new Map<string, Fault>([
      ['silence', 'silence'],
      ['refuse', 'refuse'],
    ]).get(name);
    // @ts-expect-error: names that the type does not allow.
    expect(() => service.fail(fault ?? name, { times })).toThrow(/bad fault/);
    expect((await call(service, 'echo', 1)).status).toBe(200);
  });
});

test('a port that was opened while it was open can be closed and opened again', async () => {
  const service = await start({ index: pack({}) });
  await service.clearFaults();
  await service.fail('refuse');
  await expect(fetch(`${service.url}/healthz`)).rejects.toThrow();
  await service.clearFaults();
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
});
