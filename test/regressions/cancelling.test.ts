/** Faults of cancelling: the wrong kind, a lost reason, a slot kept, a try afterwards, a listener left. */
import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { answers, good, goodAnswer, inTurn, silence, unavailable } from '../faults/answers.js';
import type { Script, Wire } from '../faults/raw-service.js';
import { until } from '../until.js';
import { call, clientOf, idsAt, serve, untyped } from './set-up.js';

describe('a call is cancelled with the reason of its signal, after one try', () => {
  const own = new Error('x');
  const reasons: readonly (readonly [string, (controller: AbortController) => void, unknown])[] = [
    ['abort(new Error())', (controller) => controller.abort(own), own],
    ["abort('text')", (controller) => controller.abort('text'), 'text'],
    ['abort(0)', (controller) => controller.abort(0), 0],
    ['abort(null)', (controller) => controller.abort(null), null],
    ['abort()', (controller) => controller.abort(), expect.objectContaining({ name: 'AbortError' })],
  ];

  it.each(reasons)('%s', async (_how, abort, cause) => {
    const wires: Wire[] = [];
    const service = await serve({ onRequest: (wire) => wires.push(wire) });
    const controller = new AbortController();
    const outcome = clientOf(service.url).invoke(call, { signal: controller.signal });
    await until(() => service.requests.length === 1, 'the call is at the service');
    abort(controller);
    expect(await outcome).toMatchObject({
      reason: 'cancelled',
      cause,
      stopped: 'cancelled',
      attempts: [{ stage: 'sent', verdict: 'cancelled' }],
    });
    await until(() => wires.every(({ isClosed }) => isClosed), 'the service was told');
    expect(service.requests).toHaveLength(1);
  });

  it('AbortSignal.timeout(50), which is no deadline of ours', async () => {
    const service = await serve({ onRequest: silence });
    const outcome = await clientOf(service.url).invoke(call, { signal: AbortSignal.timeout(50) });
    expect(outcome).toMatchObject({
      reason: 'cancelled',
      cause: { name: 'TimeoutError' },
      stopped: 'cancelled',
    });
    expect(outcome.attempts).toHaveLength(1);
  });
});

describe('a cancelled call', () => {
  const hangs: readonly (readonly [string, Script])[] = [
    ['in flight', silence],
    ['in the body', (wire) => wire.send(goodAnswer.subarray(0, -5))],
    ['waiting to try again', answers(unavailable('overloaded', '5'))],
  ];

  it.each(hangs)('%s gives its slot back', async (_where, hang) => {
    const service = await serve({ onRequest: inTurn(hang, good) });
    const client = clientOf(service.url, { maxConcurrency: 1 });
    const controller = new AbortController();
    const cancelled = client.invoke(call, { signal: controller.signal });
    await until(() => service.requests.length === 1, 'the call is at the service');
    const next = client.invoke(call);
    controller.abort();
    expect(await cancelled).toMatchObject({ reason: 'cancelled' });
    expect(await next).toMatchObject({ kind: 'result' });
    expect(client.stats().replicas).toMatchObject([{ inFlight: 0, queued: 0 }]);
  });

  it('opens no connection for nobody', async () => {
    const service = await serve({ onRequest: silence });
    const client = clientOf(service.url);
    const controller = new AbortController();
    const cancelled = client.invoke(call, { signal: controller.signal });
    await until(() => service.requests.length === 1, 'the call is at the service');
    controller.abort();
    await cancelled;
    await until(() => service.open === 0 || service.connections > 1, 'the connection was ended');
    // Long enough for another one to show.
    await sleep(50);
    expect(service.connections).toBe(1);
  });

  it('makes no try afterwards', async () => {
    const service = await serve({ onRequest: answers(unavailable('not ready', '1')) });
    const client = clientOf(service.url, { retry: { maxAttempts: 2, minDelayMs: 1, maxDelayMs: 1 } });
    const controller = new AbortController();
    const cancelled = client.invoke(call, { requestId: 'cancelled', signal: controller.signal });
    await until(() => client.stats().attempts === 1, 'the call waits to try again');
    controller.abort();
    expect(await cancelled).toMatchObject({ reason: 'cancelled', execution: 'did-not-run' });
    // Waits as long, from later on: when it has been tried again, the other would have been.
    await client.invoke(call, { requestId: 'other' });
    expect(idsAt(service)).toEqual(['cancelled', 'other', 'other']);
  });
});

it('200 calls on one signal, each tried twice, leave no listener', async () => {
  const seen = new Set<string | undefined>();
  const service = await serve({
    onRequest(wire, { headers }) {
      const id = headers['kindgi-request-id'];
      wire.send(seen.has(id) ? goodAnswer : unavailable('not ready'));
      seen.add(id);
    },
  });
  const client = clientOf(service.url, { retry: { minDelayMs: 1, maxDelayMs: 5 } });
  const { signal } = new AbortController();
  const calls = Array.from({ length: 200 }, () => client.invoke(call, { signal }));
  await until(() => getEventListeners(signal, 'abort').length > 0, 'the signal is listened to');
  const outcomes = await Promise.all(calls);
  expect(outcomes.filter(({ kind, attempts }) => kind !== 'result' || attempts.length !== 2)).toEqual([]);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

describe('a signal of another make', () => {
  const bound = (signal: AbortSignal) =>
    new Proxy(signal, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  const plainProxy = (signal: AbortSignal) => new Proxy(signal, {});
  /** As a polyfill brings it: no event target of Node's, no options for listeners. */
  const polyfill = (signal: AbortSignal) => ({
    get aborted() {
      return signal.aborted;
    },
    get reason(): unknown {
      return signal.reason;
    },
    addEventListener: (_type: string, listener: () => void) => signal.addEventListener('abort', listener),
    removeEventListener: (_type: string, listener: () => void) =>
      signal.removeEventListener('abort', listener),
  });
  const makes: readonly (readonly [string, (signal: AbortSignal) => unknown])[] = [
    ['a proxy that binds', bound],
    ['a plain proxy', plainProxy],
    ['a polyfill', polyfill],
  ];

  it.each(makes)('cancels, and keeps no listener afterwards: %s', async (_what, make) => {
    const service = await serve({ onRequest: inTurn(good, silence) });
    const client = clientOf(service.url);
    const controller = new AbortController();
    const options = untyped({ signal: make(controller.signal) });
    expect(await client.invoke(call, options)).toMatchObject({ kind: 'result' });
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    const cancelled = client.invoke(call, options);
    await until(() => service.requests.length === 2, 'the call is at the service');
    controller.abort('enough');
    expect(await cancelled).toMatchObject({ reason: 'cancelled', cause: 'enough' });
    const late = await client.invoke(call, options);
    expect(late).toMatchObject({ reason: 'cancelled', cause: 'enough', attempts: [] });
    expect(service.requests).toHaveLength(2);
  });

  it('costs no call its outcome when it throws at the end', async () => {
    const service = await serve({ onRequest: inTurn(good, silence) });
    const client = clientOf(service.url);
    const fail = () => {
      throw new Error('not now');
    };
    let abort = () => {};
    const signal = {
      aborted: false,
      get reason(): unknown {
        return fail();
      },
      addEventListener: (_type: string, listener: () => void) => {
        abort = listener;
      },
      removeEventListener: fail,
    };
    expect(await client.invoke(call, untyped({ signal }))).toMatchObject({ kind: 'result' });
    const cancelled = client.invoke(call, untyped({ signal }));
    await until(() => service.requests.length === 2, 'the call is at the service');
    abort();
    expect(await cancelled).toMatchObject({ reason: 'cancelled', stopped: 'cancelled' });
  });
});
