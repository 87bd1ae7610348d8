/** Deadlines, cancelling, the cap, draining, environment, and closing of an embedded pack service. */

import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { HandlerContext } from '../../mocks/index.js';
import { until } from '../until.js';
import { gate, pack, start } from './packs.js';
import { call, failureCode, get, invokeBody, send } from './wire.js';

describe('deadline', () => {
  test('the service stops waiting, tells the handler, and the record shows how that ended later', async () => {
    const { opened, open } = gate();
    const reasons: unknown[] = [];
    const slow = async (_input: unknown, { signal }: HandlerContext): Promise<void> => {
      signal.addEventListener('abort', () => reasons.push(signal.reason));
      await opened;
    };
    const service = await start({ tools: { echo: slow }, maxConcurrency: 1 });
    const { status, json } = await send(service, {
      body: invokeBody('echo', 1),
      headers: { 'kindgi-timeout-ms': '20' },
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({ kind: 'error', code: 'deadline-exceeded', toolId: 'echo' });
    expect(reasons).toEqual(['deadline-exceeded']);
    expect(service.calls).toMatchObject([{ outcome: 'deadline-exceeded', handler: 'running' }]);

    // Nobody waits for it any more, so it holds no slot.
    const second = call(service, 'echo', 1);
    await until(() => service.calls[1]?.handler === 'running', 'the second call runs');
    open();
    expect((await second).json).toMatchObject({ kind: 'result' });
    expect(service.calls).toMatchObject([
      { outcome: 'deadline-exceeded', handler: 'finished', late: true },
      { outcome: 'result', handler: 'finished' },
    ]);
    expect(service.calls[1]).not.toHaveProperty('late');
  });

  test.each(['0', '1.5', '-1', 'soon', '', '1e1', '99999999999999'])(
    'a timeout of "%s" ends no call early',
    async (timeout) => {
      const service = await start({ tools: { echo: () => new Promise((done) => setTimeout(done, 15)) } });
      const { json } = await send(service, {
        body: invokeBody('echo', 1),
        headers: { 'kindgi-timeout-ms': timeout },
      });
      expect(json).toMatchObject({ kind: 'result' });
    },
  );
});

describe('cancelling', () => {
  test('a caller that closes its connection aborts the handler', async () => {
    const reasons: unknown[] = [];
    const hang = (_input: unknown, { signal }: HandlerContext): Promise<void> =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          reasons.push(signal.reason);
          reject(new Error('stopped'));
        });
      });
    const service = await start({ tools: { echo: hang } });
    const caller = new AbortController();
    const sending = failureCode(send(service, { body: invokeBody('echo', 1), signal: caller.signal }));
    await until(() => service.calls[0]?.handler === 'running', 'the handler runs');
    caller.abort();
    expect(await sending).toBe('ABORT_ERR');
    await until(() => service.calls[0]?.outcome !== undefined, 'the service notices');
    expect(reasons).toEqual(['cancelled']);
    await until(() => service.calls[0]?.handler === 'threw', 'the handler ends');
    expect(service.calls[0]).toMatchObject({ outcome: 'cancelled', late: true });
    expect(service.calls[0]).not.toHaveProperty('status');
  });

  test('a caller that goes away before its body is whole runs nothing and gives its slot back', async () => {
    const service = await start({ maxConcurrency: 1 });
    const socket = connect(service.port, '127.0.0.1');
    socket.write(
      `POST /v1/invoke HTTP/1.1\r\nhost: x\r\nkindgi-pack-token: ${service.token}\r\n` +
        'content-type: application/json\r\ncontent-length: 100\r\n\r\n{"v":2',
    );
    await until(() => service.calls.length === 1, 'the request arrives');
    expect((await call(service, 'echo', 1)).json).toEqual({ error: 'overloaded' });
    socket.destroy();
    await until(() => service.calls[0]?.outcome === 'cancelled', 'the service notices');
    expect(service.calls[0]).toMatchObject({ handler: 'not-started' });
    expect((await call(service, 'echo', 1)).status).toBe(200);
  });
});

test('calls over the cap are refused, and the cap can be changed', async () => {
  const { opened, open } = gate();
  const service = await start({ tools: { echo: () => opened }, maxConcurrency: 2 });
  const running = [call(service, 'echo', 1), call(service, 'echo', 2)];
  await until(() => service.calls.filter(({ handler }) => handler === 'running').length === 2, 'both run');
  expect((await call(service, 'echo', 3)).json).toEqual({ error: 'overloaded' });
  service.setMaxConcurrency(3);
  running.push(call(service, 'echo', 4));
  await until(() => service.calls[3]?.handler === 'running', 'the next one runs');
  open();
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200, 200]);
});

describe('draining', () => {
  test('refuses new calls on open connections, answers those in flight, and stays healthy', async () => {
    const { opened, open } = gate();
    const service = await start({ tools: { echo: () => opened } });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    await get(service, '/healthz');
    const inFlight = call(service, 'echo', 'last words');
    await until(() => service.calls[0]?.handler === 'running', 'the call runs');
    let drained = false;
    const draining = service.drain().then(() => {
      drained = true;
    });
    for (let round = 0; round < 2; round += 1) {
      expect(await send(service, { body: invokeBody('echo', 1), agent })).toMatchObject({
        status: 503,
        json: { error: 'draining' },
        headers: { 'retry-after': '1', connection: 'keep-alive' },
      });
    }
    expect((await get(service, '/readyz')).json).toEqual({ error: 'draining' });
    expect((await get(service, '/healthz')).status).toBe(200);
    expect(drained).toBe(false);
    open();
    expect((await inFlight).status).toBe(200);
    await draining;
    expect((await call(service, 'echo', 1)).status).toBe(503);
  });

  test('waits no longer than it was told, and not at all when nothing is in flight', async () => {
    const { opened, open } = gate();
    const service = await start({ tools: { echo: () => opened }, drainMs: 10 });
    const inFlight = call(service, 'echo', 1);
    await until(() => service.calls[0]?.handler === 'running', 'the call runs');
    await service.drain();
    expect(service.calls[0]?.handler).toBe('running');
    open();
    expect((await inFlight).status).toBe(200);
    await service.drain();
  });
});

describe('environment', () => {
  const index = pack({ env: { required: ['A', 'B', 'toString'], optional: ['C'] } });

  test('a required name that is unset or empty holds a strict service back', async () => {
    const service = await start({ index, env: { A: '' } });
    const missing = { status: 503, json: { error: 'missing env', missingEnv: ['A', 'B', 'toString'] } };
    expect(await get(service, '/readyz')).toMatchObject(missing);
    expect(await call(service, 'echo', 1)).toMatchObject({ ...missing, headers: { 'retry-after': '1' } });
    expect((await get(service, '/v1/info')).status).toBe(200);
    expect((await get(service, '/healthz')).status).toBe(200);
  });

  test('is only told by one that warns', async () => {
    const service = await start({ index, env: { A: 'a' }, envCheck: 'warn' });
    expect((await get(service, '/readyz')).status).toBe(200);
    expect((await call(service, 'echo', 1)).status).toBe(200);
    expect((await get(service, '/v1/info')).json).toMatchObject({ missingEnv: ['B', 'toString'] });
  });

  test('counts as complete when none was given', async () => {
    const service = await start({ index });
    expect((await get(service, '/readyz')).status).toBe(200);
    expect((await get(service, '/v1/info')).json).toMatchObject({ missingEnv: [] });
  });
});

describe('closing', () => {
  test('aborts what runs, ends every connection, and frees the port', async () => {
    const signals: AbortSignal[] = [];
    const hang = (_input: unknown, { signal }: HandlerContext): Promise<never> => {
      signals.push(signal);
      return new Promise(() => {});
    };
    const service = await start({ tools: { echo: hang } });
    const idle = connect(service.port, '127.0.0.1');
    await once(idle, 'connect');
    const sending = failureCode(call(service, 'echo', 1));
    await until(() => signals.length === 1, 'the handler runs');
    const draining = service.drain();
    await service.close();
    await draining;
    expect(await sending).toBe('ECONNRESET');
    expect(signals[0]?.reason).toBe('cancelled');
    expect(service.connections).toEqual({ open: 0, total: 2 });
    expect(await failureCode(get(service, '/healthz'))).toBe('ECONNREFUSED');
    await service.close();
    const successor = await start({ port: service.port });
    expect((await get(successor, '/healthz')).status).toBe(200);
  });

  test('leaves no timer and no handle behind', async () => {
    const leftovers = (): readonly string[] =>
      process.getActiveResourcesInfo().filter((name) => /TCP|Timeout|Interval/.test(name));
    await until(() => leftovers().length === 0, 'other tests have left nothing');
    const service = await start({ tools: { echo: () => new Promise(() => {}) } });
    await service.fail('slow-body', { when: ({ path }) => path === '/healthz' });
    const slow = failureCode(get(service, '/healthz'));
    const hanging = failureCode(call(service, 'echo', 1));
    await until(() => service.calls[0]?.handler === 'running', 'the handler runs');
    await service.fail('refuse', { times: 3 });
    expect(leftovers()).toContain('TCPSocketWrap');
    expect(leftovers()).toContain('Timeout');
    await service.close();
    await Promise.all([slow, hanging]);
    await until(() => leftovers().length === 0, 'nothing is left');
  });

  test('a port that is taken rejects', async () => {
    const service = await start();
    await expect(start({ port: service.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  test('`await using` closes it', async () => {
    let url = '';
    {
      await using service = await start();
      url = service.url;
      expect((await call(service, 'echo', 1)).status).toBe(200);
    }
    expect(await failureCode(get({ url, token: '' }, '/healthz'))).toBe('ECONNREFUSED');
  });
});
