/** The caller's signal in all its forms, and a token function that never answers. */
import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../until.js';
import { echoCall, startClient, watch } from './calls.js';
import { expectNoSlotTaken, listenersOf, slotsOf } from './leftovers.js';
import { listenOnLoopback } from './listen.js';
import { startStageServer } from './stage-server.js';

const reasons: readonly { readonly name: string; readonly reason: unknown }[] = [
  { name: 'an Error', reason: new Error('x') },
  { name: 'a text', reason: 'text' },
  { name: 'an empty text', reason: '' },
  { name: 'a number', reason: 0 },
  { name: 'false', reason: false },
  { name: 'null', reason: null },
  { name: 'a frozen object', reason: Object.freeze({ why: ['deep'] }) },
  { name: 'a symbol', reason: Symbol('why') },
  { name: 'a function', reason: () => 'why' },
  { name: 'a rejected outcome of another library', reason: { kind: 'result', execution: 'ran' } },
];

describe('the reason of the signal', () => {
  it.each(reasons)('reaches the caller as it is: $name', async ({ reason }) => {
    const server = await startStageServer('silence');
    const client = startClient({ url: server.url });
    const controller = new AbortController();
    const call = client.invoke(echoCall, { signal: controller.signal });
    await until(() => server.seen.length === 1, 'the request has arrived');
    controller.abort(reason);
    const outcome = await call;
    expect(outcome).toMatchObject({ reason: 'cancelled', stopped: 'cancelled', execution: 'may-have-run' });
    expect(outcome).toHaveProperty('cause', reason);
    expect(outcome.attempts).toHaveLength(1);
    expect(server.seen).toHaveLength(1);
  });

  it('is the AbortError that Node makes when the caller names none', async () => {
    const server = await startStageServer('silence');
    const client = startClient({ url: server.url });
    const controller = new AbortController();
    const call = client.invoke(echoCall, { signal: controller.signal });
    await until(() => server.seen.length === 1, 'the request has arrived');
    controller.abort();
    const outcome = await call;
    expect(outcome).toHaveProperty('cause', controller.signal.reason);
    expect(outcome).toHaveProperty('cause.name', 'AbortError');
  });

  it('is the TimeoutError of AbortSignal.timeout, which is a cancel and not the deadline', async () => {
    const server = await startStageServer('silence');
    const client = startClient({ url: server.url });
    const signal = AbortSignal.timeout(50);
    const outcome = await client.invoke(echoCall, { signal });
    expect(outcome).toMatchObject({ reason: 'cancelled', stopped: 'cancelled' });
    expect(outcome).toHaveProperty('cause.name', 'TimeoutError');
    expect(listenersOf(signal)).toBe(0);
  });

  it('of a signal that had aborted before: nothing is sent, and no try is told of', async () => {
    const server = await startStageServer('result');
    const client = startClient({ url: server.url });
    const signal = AbortSignal.abort('too late');
    const outcome = await client.invoke(echoCall, { signal });
    expect(outcome).toMatchObject({ reason: 'cancelled', cause: 'too late', execution: 'did-not-run' });
    expect(outcome.attempts).toEqual([]);
    expect(listenersOf(signal)).toBe(0);
    expect((await client.invoke(echoCall)).kind).toBe('result');
    expect(server.seen).toHaveLength(1);
  });

  it('does not matter any more once the answer is there', async () => {
    const server = await startStageServer('result');
    const client = startClient({ url: server.url });
    const controller = new AbortController();
    const outcome = await client.invoke(echoCall, { signal: controller.signal });
    controller.abort();
    expect(outcome.kind).toBe('result');
    expect((await client.invoke(echoCall)).kind).toBe('result');
  });
});

it('200 calls on one long-lived signal, each with a retry, leave no listener and no warning', async () => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on('warning', onWarning);
  onTestFinished(() => void process.off('warning', onWarning));
  const refused = new Set<string>();
  const server = createServer((request, response) => {
    const id = String(request.headers['kindgi-request-id']);
    const isSecond = refused.has(id);
    refused.add(id);
    if (!isSecond) response.writeHead(503, { 'retry-after': '0' });
    request.resume().on('end', () => response.end('{"v":2,"kind":"result","output":1}'));
  });
  const { port } = await listenOnLoopback(server);
  const client = startClient({ url: `http://127.0.0.1:${port}`, retry: { minDelayMs: 1, maxDelayMs: 2 } });
  const { signal } = new AbortController();

  const outcomes = await Promise.all(
    Array.from({ length: 200 }, (_, at) => client.invoke(echoCall, { signal, requestId: `call-${at}` })),
  );

  expect(outcomes.map(({ kind, attempts }) => `${kind} ${attempts.length}`)).toEqual(
    outcomes.map(() => 'result 2'),
  );
  expect(listenersOf(signal)).toBe(0);
  // Warnings come in the next turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  expect(warnings).toEqual([]);
});

describe('a token function that never answers', () => {
  const ends = [
    { ender: 'cancel', reason: 'cancelled', stopped: 'cancelled' },
    { ender: 'deadline', reason: 'deadline-exceeded', stopped: 'deadline' },
    { ender: 'close', reason: 'closed', stopped: 'closed' },
  ] as const;

  it.each(ends)('keeps no call beyond its end: $ender', async ({ ender, reason, stopped }) => {
    const server = await startStageServer('result');
    let asked = 0;
    const token = () => {
      asked += 1;
      return new Promise<string>(() => {});
    };
    const client = startClient({ url: server.url, token, maxConcurrency: 1 });
    const controller = new AbortController();
    const timeoutMs = ender === 'deadline' ? 200 : 60_000;
    const call = client.invoke(echoCall, { signal: controller.signal, timeoutMs });
    const behind = watch(client.invoke(echoCall, { timeoutMs: 60_000 }));
    await until(() => asked === 1, 'the token function is asked');
    if (ender === 'cancel') controller.abort();
    const closing = ender === 'close' ? client.close({ graceMs: 0 }) : undefined;
    const outcome = await call;
    expect(outcome).toMatchObject({ reason, stopped, execution: 'did-not-run', mayStillRun: false });
    expect(outcome.attempts).toMatchObject([{ stage: 'connecting', execution: 'did-not-run' }]);
    expect(listenersOf(controller.signal)).toBe(0);
    if (closing === undefined) {
      // Its slot goes to the next in line, which asks for a token of its own.
      await until(() => asked === 2, 'the slot is handed on');
      expect(slotsOf(client)).toEqual({ inFlight: 1, queued: 0 });
    }
    await Promise.all([closing, client.close({ graceMs: 0 })]);
    await until(() => behind.value !== undefined, 'the call behind it settles');
    expect(behind.value).toMatchObject({ reason: 'closed' });
    expectNoSlotTaken(client);
    expect(server.seen).toEqual([]);
  });

  it('and answers only after the cancel: nothing is sent', async () => {
    const server = await startStageServer('result');
    let giveToken = (_token: string): void => {};
    const token = () =>
      new Promise<string>((resolve) => {
        giveToken = resolve;
      });
    const client = startClient({ url: server.url, token });
    const controller = new AbortController();
    const call = client.invoke(echoCall, { signal: controller.signal });
    controller.abort();
    expect(await call).toMatchObject({ reason: 'cancelled', execution: 'did-not-run' });
    giveToken('secret');
    const next = client.invoke(echoCall, { requestId: 'next' });
    giveToken('secret');
    expect((await next).kind).toBe('result');
    expect(server.seen.map(({ requestId }) => requestId)).toEqual(['next']);
  });
});
