/** Faults of reading answers that the table of verdicts cannot show: what happens beside the outcome. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { answer, answers, good, head } from '../faults/answers.js';
import { until } from '../until.js';
import { call, clientOf, serve } from './set-up.js';

const mebibyte = 2 ** 20;

it('an answer without an end is read up to the cap and not on, and its connection is dropped', async () => {
  let sent = 0;
  let dropped = false;
  const service = await serve({
    async onRequest(wire) {
      wire.send(head(200, { 'transfer-encoding': 'chunked' }));
      while (!wire.isClosed) {
        wire.send('10000\r\n', Buffer.alloc(0x10000, 'x'), '\r\n');
        sent += 0x10000;
        await sleep(0);
      }
      dropped = true;
    },
  });
  const client = clientOf(service.url, { maxResponseBytes: mebibyte });
  expect(await client.invoke(call)).toMatchObject({ reason: 'response-too-large', status: 200 });
  await until(() => dropped, 'the connection was dropped');
  // The rest had left before the service could know.
  expect(sent).toBeLessThan(32 * mebibyte);
});

it('a refusal that comes before the request was sent whole is reported as itself, and the next call is well', async () => {
  const service = await serve({
    onHead(wire, sentHead) {
      const isLarge = /content-length: \d{7}/.test(sentHead);
      if (isLarge) wire.send(answer(413, '{"error":"too large"}'));
      return isLarge;
    },
    onRequest: good,
  });
  const client = clientOf(service.url, { maxConcurrency: 1 });
  const outcome = await client.invoke({ ...call, input: { text: 'x'.repeat(8 * mebibyte) } });
  expect(outcome).toMatchObject({ reason: 'payload-too-large', status: 413, execution: 'did-not-run' });
  expect(await client.invoke(call)).toMatchObject({ kind: 'result' });
});

describe('keys that are special in JavaScript', () => {
  const polluting = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';

  it('in an answer stay data', async () => {
    const service = await serve({
      onRequest: answers(
        answer(200, `{"v":2,"kind":"result","output":${polluting},"__proto__":{"polluted":1}}`),
      ),
    });
    const outcome = await clientOf(service.url).invoke(call);
    expect(outcome.kind === 'result' && JSON.stringify(outcome.output)).toBe(polluting);
    expect(Reflect.get(outcome, 'polluted')).toBeUndefined();
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('in an error message stay data', async () => {
    const body = `{"v":2,"kind":"error","code":"__proto__","message":"m","cause":${polluting},"__proto__":{"toolId":"t"}}`;
    const service = await serve({ onRequest: answers(answer(200, body)) });
    const client = clientOf(service.url);
    const outcome = await client.invoke(call);
    expect(outcome).toMatchObject({ kind: 'error', code: '__proto__', execution: 'may-have-run' });
    expect(Reflect.get(outcome, 'toolId')).toBeUndefined();
    expect(Object.keys(client.stats().outcomes)).toEqual(['error']);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('in /v1/info stay data', async () => {
    const body = `{"protocol":2,"packId":"p","packVersion":"1","artifactVersion":"b","tools":[],"checks":[],"__proto__":{"polluted":1,"missingEnv":["A"]}}`;
    const service = await serve({ onRequest: answers(answer(200, body)) });
    const outcome = await clientOf(service.url).info();
    expect(outcome.kind).toBe('info');
    const info = outcome.kind === 'info' ? outcome.info : undefined;
    expect([info?.missingEnv, Reflect.get({}, 'polluted')]).toEqual([undefined, undefined]);
  });
});

it('a tool schema of draft 2020-12 with a format that nobody knows checks input and prints nothing', async () => {
  const service = await serve({ onRequest: good });
  const printed = [
    ...(['debug', 'info', 'log', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level)),
    vi.spyOn(process, 'emitWarning'),
  ];
  const input = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { text: { type: 'string', format: 'acme-secret-format' } },
    unevaluatedProperties: false,
  };
  const index = {
    v: 1 as const,
    packId: 'test.pack',
    packVersion: '1.0.0',
    artifactVersion: 'build-1',
    publishedAt: '2026-01-01T00:00:00.000Z',
    tools: [{ id: 'test.tool', input, output: {}, modulePath: 'tools/test.ts' }],
    guardrails: [],
    agents: [],
    flows: [],
  };
  const client = clientOf(service.url, { index, validateInput: true });
  expect(await client.invoke(call)).toMatchObject({ kind: 'result' });
  expect(await client.invoke({ ...call, input: { text: 'x', more: 1 } })).toMatchObject({
    code: 'input-validation-failed',
    local: true,
    execution: 'did-not-run',
  });
  expect(service.requests).toHaveLength(1);
  for (const spy of printed) {
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
  }
});
