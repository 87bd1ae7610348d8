/** Tool calls to an embedded pack service: every message it can answer, and when the handler runs. */
import { describe, expect, test } from 'vitest';
import type { HandlerContext } from '../../mocks/index.js';
import { echo, pack, start, tool } from './packs.js';
import { call, invokeBody, send } from './wire.js';

const named = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };

test('the handler gets the context as sent, the headers and a signal', async () => {
  const seen: HandlerContext[] = [];
  const service = await start({
    tools: {
      echo: (_input, ctx) => {
        seen.push(ctx);
      },
    },
  });
  const ctx = { tenantId: 't', runId: 'r', secrets: { key: 's' }, settings: { a: { b: 1 } }, signal: 'mine' };
  const body = JSON.stringify({ v: 2, kind: 'invoke', tool: { id: 'echo' }, input: 1, ctx });
  const { json } = await send(service, { body, headers: { traceparent: '00-trace' } });
  expect(json).toMatchObject({ kind: 'result', output: null });
  const { signal, headers, ...rest } = seen[0] ?? expect.fail('the handler did not run');
  expect(rest).toEqual({ tenantId: 't', runId: 'r', secrets: { key: 's' }, settings: { a: { b: 1 } } });
  expect(signal.aborted).toBe(false);
  expect(headers['traceparent']).toBe('00-trace');
});

describe('which tool', () => {
  const index = pack({
    tools: [
      tool('one', { version: '1.0.0' }),
      tool('two', { version: '1' }),
      tool('two', { version: '2' }),
      tool('bare'),
      tool('declared', { spec: { kind: 'http' } }),
      tool('constructor'),
    ],
  });
  const tools = { one: () => 'one', 'two@2': () => 'two at 2', two: () => 'two', bare: () => 'bare' };

  test.each([
    ['by id', 'one', 'one'],
    ['by id and version', { id: 'one', version: '1.0.0' }, 'one'],
    ['with a version of null', { id: 'one', version: null }, 'one'],
    ['the second of two versions', { id: 'two', version: '2' }, 'two at 2'],
    ['the first, by the handler of the id alone', { id: 'two', version: '1' }, 'two'],
  ])('%s', async (_how, ref, output) => {
    const service = await start({ index, tools });
    expect((await call(service, ref, null)).json).toMatchObject({ kind: 'result', output });
  });

  test.each([
    ['unknown', 'nothing', 'tool-not-in-pack'],
    ['named like an inherited member', 'toString', 'tool-not-in-pack'],
    ['run by the runtime itself', 'declared', 'tool-not-in-pack'],
    ['of another version', { id: 'one', version: '1.0.1' }, 'tool-version-mismatch'],
    ['of two versions, with none named', 'two', 'tool-version-mismatch'],
    ['without a version, with one named', { id: 'bare', version: '1' }, 'tool-version-mismatch'],
    ['without a handler', 'constructor', 'handler-shape-invalid'],
  ])('%s is refused', async (_what, ref, code) => {
    const service = await start({ index, tools });
    const toolId = typeof ref === 'string' ? ref : ref.id;
    expect((await call(service, ref, null)).json).toMatchObject({ kind: 'error', code, toolId });
    expect(service.calls).toMatchObject([{ handler: 'not-started' }]);
  });

  test('an error in place of a handler is a module that did not load', async () => {
    const service = await start({ tools: { echo: new SyntaxError('bad module') } });
    const { json } = await call(service, 'echo', null);
    expect(json).toMatchObject({
      code: 'handler-import-failed',
      toolId: 'echo',
      cause: { name: 'SyntaxError', message: 'bad module', stack: expect.any(String) },
    });
  });
});

describe('input and output', () => {
  test('an input that does not fit is refused with an issue, and nothing runs', async () => {
    const service = await start({ index: pack({ tools: [tool('echo', { input: named })] }) });
    const { json } = await call(service, 'echo', { name: 5 });
    expect(json).toMatchObject({
      code: 'input-validation-failed',
      toolId: 'echo',
      issues: [
        {
          instancePath: '/name',
          schemaPath: '#/properties/name/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        },
      ],
    });
    expect(service.calls).toMatchObject([{ handler: 'not-started', outcome: 'input-validation-failed' }]);
  });

  test('defaults are filled in for the handler, nested ones too, and the record keeps what was sent', async () => {
    const input = {
      type: 'object',
      required: ['limit'],
      properties: {
        limit: { type: 'integer', default: 20 },
        page: { type: 'object', properties: { size: { default: 5 } } },
        rows: { type: 'array', items: { type: 'object', properties: { kind: { default: 'x' } } } },
      },
    };
    const service = await start({ index: pack({ tools: [tool('echo', { input })] }) });
    const { json } = await call(service, 'echo', { page: {}, rows: [{}, { kind: 'y' }] });
    expect(json).toMatchObject({
      output: { limit: 20, page: { size: 5 }, rows: [{ kind: 'x' }, { kind: 'y' }] },
    });
    expect(service.calls).toMatchObject([{ message: { input: { page: {}, rows: [{}, { kind: 'y' }] } } }]);
    expect(service.calls[0]).not.toHaveProperty('message.input.limit');
  });

  test('a __proto__ key is data on its way in and out', async () => {
    const service = await start();
    const body = invokeBody('echo', 'HERE').replace('"HERE"', '{"__proto__":{"polluted":true}}');
    const { text } = await send(service, { body });
    expect(text).toContain('"output":{"__proto__":{"polluted":true}}');
    expect({}).not.toHaveProperty('polluted');
  });

  test.each([
    ['input', 'input-validation-failed', 'not-started'],
    ['output', 'output-validation-failed', 'finished'],
  ])('an %s schema that cannot be used is an answer', async (side, code, handler) => {
    const broken = tool('echo', { [side]: { type: 'no-such-type' } });
    const service = await start({
      index: pack({ tools: [broken, tool('other')] }),
      tools: { echo, other: echo },
    });
    expect((await call(service, 'echo', 1)).json).toMatchObject({ code, toolId: 'echo' });
    expect(service.calls).toMatchObject([{ handler }]);
    expect((await call(service, 'other', 1)).json).toMatchObject({ kind: 'result', output: 1 });
  });

  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  test.each([
    ['does not fit the schema', 7],
    ['is circular', circle],
    ['is a function', () => 1],
    ['holds a bigint', { name: 1n }],
    ['is missing', undefined],
  ])('an output that %s is refused after it ran', async (_what, output) => {
    const index = pack({ tools: [tool('echo', { output: named })] });
    const service = await start({ index, tools: { echo: () => output } });
    expect((await call(service, 'echo', 1)).json).toMatchObject({
      code: 'output-validation-failed',
      toolId: 'echo',
    });
    expect(service.calls).toMatchObject([{ handler: 'finished', outcome: 'output-validation-failed' }]);
  });

  test('an output is what JSON makes of it', async () => {
    const service = await start({ tools: { echo: async () => ({ at: new Date(0), gone: undefined }) } });
    expect((await call(service, 'echo', 1)).json).toEqual({
      v: 2,
      kind: 'result',
      output: { at: '1970-01-01T00:00:00.000Z' },
    });
  });
});

test.each([
  [
    'an error',
    () => {
      throw new RangeError('too far');
    },
    { name: 'RangeError', message: 'too far', stack: expect.any(String) },
  ],
  [
    'an error, later',
    async () => {
      throw new Error('later');
    },
    { name: 'Error', message: 'later' },
  ],
  [
    'a value',
    () => {
      throw { status: 4 };
    },
    { status: 4 },
  ],
  ['text', () => Promise.reject('no'), 'no'],
  ['nothing', () => Promise.reject(undefined), null],
])('a handler that throws %s is answered with it', async (_what, handler, cause) => {
  const service = await start({ tools: { echo: handler } });
  const { status, json } = await call(service, 'echo', 1);
  expect(status).toBe(200);
  expect(json).toMatchObject({ code: 'handler-throw', toolId: 'echo', cause });
  expect(service.calls).toMatchObject([{ handler: 'threw', outcome: 'handler-throw' }]);
});
