/** Routes, and the order in which an embedded pack service refuses. */
import { describe, expect, test } from 'vitest';
import { defaultMockToken } from '../../mocks/index.js';
import { gate, guardrail, pack, start, tool } from './packs.js';
import { call, get, invokeBody, send } from './wire.js';

const badToken = { 'kindgi-pack-token': 'wrong' };
const text = { 'content-type': 'text/plain' };

describe('routes', () => {
  test('health and readiness need no token', async () => {
    const service = await start();
    expect(await get(service, '/healthz', badToken)).toMatchObject({ status: 200, json: { status: 'ok' } });
    expect(await get(service, '/readyz?from=lb', badToken)).toMatchObject({
      status: 200,
      json: { status: 'ready' },
    });
  });

  test('info tells the pack, every served version, its checks and what environment is missing', async () => {
    const index = pack({
      tools: [tool('a', { version: '1' }), tool('a', { version: '2' }), tool('b'), tool('c', { spec: {} })],
      guardrails: [guardrail('g1', { checkId: 'check-1' }), guardrail('g2')],
      env: { required: ['A', 'B'], optional: ['C'] },
    });
    const service = await start({ index, env: { A: 'set', B: '' }, envCheck: 'warn' });
    const { status, json, headers } = await get(service, '/v1/info');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(json).toEqual({
      protocol: 2,
      packId: 'test.pack',
      packVersion: '1.0.0',
      artifactVersion: 'build-7',
      tools: [{ id: 'a', version: '1' }, { id: 'a', version: '2' }, { id: 'b' }],
      checks: ['check-1', 'g2'],
      missingEnv: ['B'],
    });
  });

  test('the default token is the documented one, and surrounding white space of a given one is dropped', async () => {
    expect((await start()).token).toBe(defaultMockToken);
    const service = await start({ token: ' secret\n' });
    expect((await get(service, '/v1/info', { 'kindgi-pack-token': 'secret' })).status).toBe(200);
  });

  test('requests are counted by path, and calls are recorded with what was sent', async () => {
    const service = await start();
    await get(service, '/healthz');
    await send(service, { body: invokeBody('echo', { n: 1 }), headers: { 'kindgi-run-id': 'run-9' } });
    expect(Object.fromEntries(service.requests)).toEqual({ '/healthz': 1, '/v1/invoke': 1 });
    expect(service.calls).toMatchObject([
      {
        message: { kind: 'invoke', input: { n: 1 } },
        headers: { 'kindgi-run-id': 'run-9' },
        status: 200,
        outcome: 'result',
        handler: 'finished',
      },
    ]);
    service.forgetCalls();
    expect(service.calls).toEqual([]);
    expect(service.requests.size).toBe(0);
  });
});

describe('refusals', () => {
  test.each([
    ['an unknown route', 404, { path: '/v1/other', method: 'PUT', headers: badToken }],
    ['a route under another', 404, { path: '/v1/invoke/' }],
    ['a wrong method, before the token', 405, { method: 'GET', headers: badToken }],
    ['a wrong method of info', 405, { path: '/v1/info' }],
    ['a wrong method of a probe', 405, { path: '/healthz' }],
    ['a wrong token', 401, { headers: badToken }],
    ['an empty token', 401, { headers: { 'kindgi-pack-token': '' } }],
    ['a wrong content type', 415, { headers: text, body: 'x' }],
  ])('%s is answered %i', async (_what, status, sent) => {
    const service = await start();
    const answer = await send(service, sent);
    expect(answer.status).toBe(status);
    expect(answer.json).toEqual({ error: expect.any(String) });
    expect(service.calls.every(({ handler }) => handler === 'not-started')).toBe(true);
  });

  test('come in order: token, readiness, cap, content type, size, message', async () => {
    const { opened, open } = gate();
    const service = await start({
      tools: { echo: () => opened },
      maxConcurrency: 1,
      maxRequestBytes: 200,
      ready: false,
    });
    const bad = { headers: text, body: 'x'.repeat(300) };
    expect((await send(service, { ...bad, headers: { ...text, ...badToken } })).status).toBe(401);
    expect(await send(service, bad)).toMatchObject({ status: 503, json: { error: 'not ready' } });
    expect(await get(service, '/readyz')).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });

    service.setReady(true);
    const first = call(service, 'echo', null);
    await expect.poll(() => service.calls.at(-1)?.handler).toBe('running');
    const overloaded = await send(service, bad);
    expect(overloaded).toMatchObject({ status: 503, json: { error: 'overloaded' } });
    expect(overloaded.headers['retry-after']).toBe('1');
    expect((await get(service, '/readyz')).status).toBe(200);
    open();
    expect((await first).status).toBe(200);

    expect((await send(service, bad)).status).toBe(415);
    expect((await send(service, { body: bad.body })).status).toBe(413);
    expect(await send(service, { body: 'x' })).toMatchObject({
      status: 200,
      json: { code: 'malformed-message' },
    });
  });

  test('a body over the limit is read to its end, and one at the limit is taken', async () => {
    const body = invokeBody('echo', 'x'.repeat(100));
    const service = await start({ maxRequestBytes: body.length });
    expect((await send(service, { body })).status).toBe(200);
    expect((await send(service, { body: `${body} ` })).status).toBe(413);
    expect((await send(service, { body: new Uint8Array(3_000_000) })).status).toBe(413);
    expect(service.calls.map(({ handler }) => handler)).toEqual(['finished', 'not-started', 'not-started']);
  });
});

test.each([
  [{ token: 'two words' }, 'token'],
  [{ token: '' }, 'token'],
  [{ maxConcurrency: 0 }, 'maxConcurrency'],
  [{ drainMs: -1 }, 'drainMs'],
])('bad options %j are refused by name', async (options, path) => {
  await expect(start(options)).rejects.toMatchObject({ name: 'PackUsageError', issues: [{ path }] });
});
