/** `when`: what it may decide by, that the call is served as usual after it, and that its own mistakes are told. */
import { describe, expect, test } from 'vitest';
import {
  aCheckCall,
  aToolCall,
  type FaultRequest,
  sampleChecks,
  sampleIndex,
  sampleTools,
  startPackService,
} from '../../mocks/index.js';
import { createPackClient } from '../../src/index.js';
import { echo, pack, start, tool } from './packs.js';
import { call, get, invokeBody, send } from './wire.js';

const two = { index: pack({ tools: [tool('look'), tool('charge')] }), tools: { look: echo, charge: echo } };

describe('it decides by the message', () => {
  test.each(['unexpected-status', 'overloaded', 'cut-body'] as const)(
    '%s: the charge, not the lookup',
    async (fault) => {
      const service = await start(two);
      await service.fail(fault, { times: 1, when: ({ message }) => message?.tool?.id === 'charge' });
      expect((await call(service, 'look', 1)).json).toMatchObject({ output: 1 });
      await call(service, 'charge', 2).catch(() => {});
      expect((await call(service, 'charge', 3)).json).toMatchObject({ output: 3 });
      expect(service.calls.map((each) => each.fault)).toEqual([undefined, fault, undefined]);
    },
  );

  test('of a tool it sees tool, input and context, of a check its config and trace', async () => {
    await using service = await startPackService({
      index: sampleIndex,
      tools: sampleTools,
      checks: sampleChecks,
    });
    await using client = createPackClient({ url: service.url, token: service.token });
    const seen: FaultRequest[] = [];
    await service.fail('silence', { when: (request) => seen.push(request) === 0 });
    const { tool: id, input, ctx } = aToolCall();
    await client.invoke({ tool: id, input, ctx });
    const { check, config, trace } = aCheckCall();
    await client.check({ check, config, trace });
    expect(seen.map(({ method, path, message }) => ({ method, path, message }))).toEqual([
      { method: 'POST', path: '/v1/invoke', message: { v: 2, kind: 'invoke', tool: { id }, input, ctx } },
      {
        method: 'POST',
        path: '/v1/invoke',
        message: { v: 2, kind: 'check-invoke', check: { id: check }, config, trace },
      },
    ]);
    expect(seen[0]?.headers['kindgi-run-id']).toBe(ctx.runId);
  });

  test('a probe and what is no message have none', async () => {
    const service = await start();
    const seen: FaultRequest[] = [];
    await service.fail('silence', { when: (request) => seen.push(request) === 0 });
    await get(service, '/readyz?x=1');
    await send(service, { body: 'not JSON' });
    await send(service, { body: '{"v":2,"kind":"invoke"}' });
    await send(service, { body: invokeBody('echo', 'x'.repeat(11 * 1024 * 1024)) });
    expect(seen.map((request) => [request.path, 'message' in request])).toEqual([
      ['/readyz', false],
      ['/v1/invoke', false],
      ['/v1/invoke', false],
      ['/v1/invoke', false],
    ]);
    expect(service.calls.map(({ outcome, status }) => outcome ?? status)).toEqual([
      'malformed-message',
      'malformed-message',
      413,
    ]);
  });

  test('it gets a plain frozen object of its own', async () => {
    const service = await start();
    const keys: string[][] = [];
    await service.fail('silence', {
      when(request) {
        keys.push(Object.keys(request));
        const { headers, message } = request;
        for (const part of [request, headers, message, message?.tool, message?.ctx, message?.input]) {
          expect(Object.isFrozen(part)).toBe(true);
        }
        expect(() => Object.assign(Object(message?.input), { n: 'changed' })).toThrow(TypeError);
        return undefined;
      },
    });
    expect((await call(service, 'echo', { n: 1 })).json).toMatchObject({ output: { n: 1 } });
    expect(keys).toEqual([['method', 'path', 'headers', 'message']]);
    expect(service.calls).toMatchObject([{ message: { input: { n: 1 } } }]);
  });

  test('it is asked about a message that is nested deeper than the stack, too', async () => {
    const service = await start();
    const levels = 200_000;
    let asked = 0;
    await service.fail('unexpected-status', {
      when() {
        asked += 1;
        return true;
      },
    });
    const input = `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const body = invokeBody('echo', 0).replace('"input":0', `"input":${input}`);
    expect((await send(service, { body })).status).toBe(502);
    expect(asked).toBe(1);
  });
});

describe('what it does wrong', () => {
  const broken = () => {
    throw new RangeError('no such tool');
  };
  const says = '`when` of the fault silence threw RangeError: no such tool';

  test('close rejects with it, once all is closed; the request gets a 500', async () => {
    const service = await startPackService({ index: pack(), tools: { echo } });
    await service.fail('silence', { when: broken });
    expect(await call(service, 'echo', 1)).toMatchObject({ status: 500, json: { error: `Error: ${says}` } });
    const cause: unknown = expect.objectContaining({ name: 'RangeError', message: 'no such tool' });
    await expect(service.close()).rejects.toMatchObject({ message: says, cause });
    expect(service.connections.open).toBe(0);
  });

  test('the next fail rejects with it and asks for nothing; then it was told', async () => {
    const service = await startPackService({ index: pack(), tools: { echo } });
    await service.fail('silence', { when: broken });
    await call(service, 'echo', 1);
    await service.clearFaults();
    await expect(service.fail('overloaded')).rejects.toThrow(says);
    expect((await call(service, 'echo', 1)).status).toBe(200);
    await service.fail('overloaded');
    expect((await call(service, 'echo', 1)).status).toBe(503);
    await service.close();
  });

  test('a promise that rejects is no answer either, and ends no process', async () => {
    const service = await startPackService({ index: pack(), tools: { echo } });
    // @ts-expect-error: the type does not allow it.
    await service.fail('silence', { when: () => Promise.reject(new Error('too late')) });
    expect((await call(service, 'echo', 1)).status).toBe(500);
    await expect(service.close()).rejects.toThrow('TypeError: it gave neither true nor false');
  });

  test('a promise is no answer', async () => {
    const service = await startPackService({ index: pack(), tools: { echo } });
    // @ts-expect-error: the type does not allow it.
    await service.fail('silence', { when: async () => false });
    expect((await call(service, 'echo', 1)).status).toBe(500);
    await expect(service.close()).rejects.toThrow('TypeError: it gave neither true nor false');
  });
});
