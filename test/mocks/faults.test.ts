/** Every fault of an embedded pack service as a caller meets it, and whether the call ran. */
import { Agent, request } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../until.js';
import { start } from './packs.js';
import { call, failureCode, get, invokeBody, send } from './wire.js';

const keepAlive = (): Agent => {
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  return agent;
};

describe('instead of a connection', () => {
  test('refuse: until it is cleared, also for a caller with an idle connection', async () => {
    const service = await start();
    const agent = keepAlive();
    expect((await send(service, { body: invokeBody('echo', 1), agent })).status).toBe(200);
    await service.fail('refuse');
    for (let round = 0; round < 3; round += 1) {
      expect(await failureCode(send(service, { body: invokeBody('echo', 1), agent }))).toBe('ECONNREFUSED');
    }
    await service.clearFaults();
    expect((await send(service, { body: invokeBody('echo', 1), agent })).status).toBe(200);
    expect(service.calls.length).toBe(2);
  });

  test('refuse: as often as told', async () => {
    const service = await start();
    await service.fail('refuse', { times: 2 });
    expect(await failureCode(call(service, 'echo', 1))).toBe('ECONNREFUSED');
    expect(await failureCode(fetch(service.url))).toContain('fetch failed');
    expect((await call(service, 'echo', 1)).status).toBe(200);
  });

  test('refuse: a call in flight is still answered, and its connection ends with it', async () => {
    const service = await start({ tools: { echo: () => new Promise((done) => setTimeout(done, 20)) } });
    const agent = keepAlive();
    const inFlight = send(service, { body: invokeBody('echo', 1), agent });
    await until(() => service.calls[0]?.handler === 'running', 'the call runs');
    await service.fail('refuse');
    expect(await inFlight).toMatchObject({ status: 200, headers: { connection: 'close' } });
    expect(await failureCode(send(service, { body: invokeBody('echo', 1), agent }))).toBe('ECONNREFUSED');
  });

  test('reset-before-request: as often as told, also for a caller with an idle connection', async () => {
    const service = await start();
    const agent = keepAlive();
    await send(service, { body: invokeBody('echo', 1), agent });
    await service.fail('reset-before-request', { times: 2 });
    expect(await failureCode(send(service, { body: invokeBody('echo', 1), agent }))).toBe('ECONNRESET');
    expect(await failureCode(send(service, { body: invokeBody('echo', 1), agent }))).toBe('ECONNRESET');
    expect((await send(service, { body: invokeBody('echo', 1), agent })).status).toBe(200);
    expect(service.calls.length).toBe(2);
    expect(service.connections.total).toBe(4);
  });
});

describe('after the request was read', () => {
  test.each([
    ['reset-after-request', 'ECONNRESET'],
    ['close-after-request', 'ECONNRESET'],
  ] as const)('%s: the connection ends and nothing ran', async (fault, code) => {
    const service = await start();
    await service.fail(fault, { times: 1 });
    expect(await failureCode(call(service, 'echo', 'x'))).toBe(code);
    expect(service.calls).toMatchObject([{ fault, message: { input: 'x' }, handler: 'not-started' }]);
    expect(service.calls[0]).not.toHaveProperty('status');
    expect((await call(service, 'echo', 1)).status).toBe(200);
  });

  test('silence: no answer comes, and nothing ran', async () => {
    const service = await start();
    await service.fail('silence', { times: 1 });
    const caller = new AbortController();
    const silent = failureCode(send(service, { body: invokeBody('echo', 'x'), signal: caller.signal }));
    await until(() => service.calls[0]?.message !== undefined, 'the request is read');
    expect((await call(service, 'echo', 1)).status).toBe(200);
    expect(service.calls[0]).toMatchObject({ fault: 'silence', handler: 'not-started' });
    caller.abort();
    expect(await silent).toBe('ABORT_ERR');
    await until(() => service.connections.open === 0, 'the connection is gone');
  });

  test('not-json and unexpected-status: as they were told', async () => {
    const service = await start();
    await service.fail('not-json', { times: 1 });
    await service.fail('not-json', {
      times: 1,
      body: '{"v":2',
      headers: { 'content-type': 'application/json' },
    });
    await service.fail('unexpected-status', { times: 1 });
    await service.fail('unexpected-status', {
      times: 1,
      status: 302,
      headers: { location: '/login' },
      body: '',
    });
    await service.fail('unexpected-status', { times: 1, status: 429, retryAfter: ['1', '2'] });
    await service.fail('unexpected-status', { times: 1, status: 204 });
    const answers = [];
    for (let n = 0; n < 6; n += 1) answers.push(await call(service, 'echo', 1));
    expect(answers).toMatchObject([
      { status: 200, text: expect.stringContaining('<!doctype html>'), json: undefined },
      { status: 200, text: '{"v":2', headers: { 'content-type': 'application/json' } },
      { status: 502, headers: { 'content-type': 'text/plain' }, json: undefined },
      { status: 302, headers: { location: '/login' }, text: '' },
      { status: 429 },
      { status: 204, text: '' },
    ]);
    expect(answers[2]?.headers).not.toHaveProperty('retry-after');
    expect(service.calls.every(({ handler }) => handler === 'not-started')).toBe(true);
    expect(service.calls.map(({ status }) => status)).toEqual([200, 200, 502, 302, 429, 204]);
  });

  test('several Retry-After values are several header lines', async () => {
    const service = await start();
    await service.fail('unexpected-status', { status: 503, retryAfter: ['1', '2'] });
    const lines = await new Promise<readonly string[]>((resolve) => {
      request(service.url, (incoming) => {
        incoming.resume();
        resolve(incoming.rawHeaders.filter((_, at, all) => all[at - 1]?.toLowerCase() === 'retry-after'));
      }).end();
    });
    expect(lines).toEqual(['1', '2']);
  });

  test('wrong-kind: a verdict for a tool, a result for a check and for info', async () => {
    const service = await start();
    await service.fail('wrong-kind');
    expect((await call(service, 'echo', 1)).json).toEqual({
      v: 2,
      kind: 'check-result',
      result: { passed: true },
    });
    const body = JSON.stringify({ v: 2, kind: 'check-invoke', check: { id: 'c' }, config: {}, trace: {} });
    expect((await send(service, { body })).json).toMatchObject({ kind: 'result' });
    expect((await get(service, '/v1/info')).json).toMatchObject({ kind: 'result' });
    expect((await get(service, '/readyz')).json).toEqual({ status: 'ready' });
    expect(service.calls.map(({ handler }) => handler)).toEqual(['not-started', 'not-started']);
  });

  test('huge-body: flows until the caller has enough', async () => {
    const service = await start();
    await service.fail('huge-body');
    const readBytes = await new Promise<number>((resolve, reject) => {
      const headers = { 'kindgi-pack-token': service.token, 'content-type': 'application/json' };
      const outgoing = request(
        new URL('/v1/invoke', service.url),
        { method: 'POST', headers },
        (incoming) => {
          let bytes = 0;
          incoming.on('data', (chunk: Buffer) => {
            bytes += chunk.length;
            if (bytes < 3_000_000) return;
            outgoing.destroy();
            resolve(bytes);
          });
          incoming.on('end', () => reject(new Error('it ended')));
        },
      );
      outgoing.on('error', () => {});
      outgoing.end(invokeBody('echo', 1));
    });
    expect(readBytes).toBeGreaterThanOrEqual(3_000_000);
    await until(() => service.connections.open === 0, 'the connection is gone');
    expect(service.calls).toMatchObject([{ handler: 'not-started', status: 200 }]);
  });
});

describe('after the call ran', () => {
  test('cut-body: the answer breaks off in the middle', async () => {
    const service = await start();
    await service.fail('cut-body', { times: 1 });
    expect(await failureCode(call(service, 'echo', 'x'))).toBe('ECONNRESET');
    expect(service.calls).toMatchObject([
      { fault: 'cut-body', handler: 'finished', outcome: 'result', status: 200 },
    ]);
  });

  test('slow-body: the answer comes a byte at a time, holds no slot, and stops when the caller does', async () => {
    const service = await start({ maxConcurrency: 1 });
    await service.fail('slow-body', { times: 1 });
    const caller = new AbortController();
    let chunks = 0;
    const headers = { 'kindgi-pack-token': service.token, 'content-type': 'application/json' };
    const options = { method: 'POST', headers, signal: caller.signal };
    const outgoing = request(new URL('/v1/invoke', service.url), options, (incoming) => {
      incoming.on('error', () => {});
      incoming.on('data', (chunk: Buffer) => {
        chunks += 1;
        expect(chunk.length).toBe(1);
      });
    });
    outgoing.on('error', () => {});
    outgoing.end(invokeBody('echo', 1));
    await until(() => chunks >= 2, 'two bytes came');
    expect(service.calls).toMatchObject([{ handler: 'finished', outcome: 'result' }]);
    expect((await call(service, 'echo', 1)).status).toBe(200);
    caller.abort();
    await until(() => service.connections.open === 0, 'the connection is gone');
  });

  test('slow-body: arrives whole for one who waits', async () => {
    const service = await start();
    await service.fail('slow-body');
    expect(await get(service, '/healthz')).toMatchObject({ status: 200, json: { status: 'ok' } });
  });
});
