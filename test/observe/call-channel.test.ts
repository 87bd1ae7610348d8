/** The tracing channel: who subscribes learns of each call what its record says, and nothing of what it carries. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { channel, tracingChannel } from 'node:diagnostics_channel';
import { inspect } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { aCheckCall, aToolCall } from '../../mocks/index.js';
import { type CallMessage, PackUsageError } from '../../src/index.js';
import { untyped } from '../regressions/set-up.js';
import { clientOf, keepRecords, startSample } from './set-up.js';

const name = 'kindgi-pack-client:call';
const steps = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const;

interface Event {
  readonly step: (typeof steps)[number];
  readonly message: CallMessage;
  /** The message as it was then; it grows. */
  readonly seen: CallMessage;
}

function keepEvents(): readonly Event[] {
  const events: Event[] = [];
  for (const step of steps) {
    const keep = (message: unknown) => {
      const told: CallMessage = untyped(message);
      events.push({ step, message: told, seen: { ...told } });
    };
    const each = channel(`tracing:${name}:${step}`);
    each.subscribe(keep);
    onTestFinished(() => void each.unsubscribe(keep));
  }
  return events;
}

const stepsOf = (events: readonly Event[]) => events.map(({ step }) => step);

it('a call is told in four steps, with one message that knows more at the end', async () => {
  const service = await startSample();
  const logger = keepRecords();
  const client = clientOf(service, { logger });
  const events = keepEvents();
  await client.invoke(aToolCall(), { requestId: 'request-1' });
  expect(stepsOf(events)).toEqual(['start', 'end', 'asyncStart', 'asyncEnd']);
  expect(new Set(events.map(({ message }) => message)).size).toBe(1);
  expect(events[0]?.seen).toEqual({
    event: 'pack.call',
    runId: 'run-1',
    requestId: 'request-1',
    toolId: 'acme.billing.find-invoice',
  });
  const [record] = logger.of('pack.call');
  const tries = [expect.objectContaining({ verdict: 'result', stage: 'answered', status: 200 })];
  expect(events.at(-1)?.seen).toEqual({ ...record, tries });
});

it('a failure is an outcome, and told without an error', async () => {
  const service = await startSample();
  const client = clientOf(service, { retry: { minDelayMs: 1 } });
  await service.fail('overloaded', { times: 1, retryAfter: 0 });
  await service.fail('cut-body', { times: 1 });
  const events = keepEvents();
  await client.check(aCheckCall());
  expect(stepsOf(events)).toEqual(['start', 'end', 'asyncStart', 'asyncEnd']);
  expect(events.at(-1)?.seen).toMatchObject({
    checkId: 'acme.billing.checks.amount-within-limit',
    kind: 'transport',
    reason: 'connection-lost',
    execution: 'may-have-run',
    attempts: 2,
    tries: [{ verdict: 'unavailable' }, { verdict: 'connection-lost' }],
  });
});

it('a call that cannot be sent is told as an error', async () => {
  const client = clientOf({ url: 'http://127.0.0.1:1', token: 't' });
  const events = keepEvents();
  await expect(client.invoke(untyped({ tool: 'acme.any' }))).rejects.toThrow(PackUsageError);
  expect(stepsOf(events)).toEqual(['start', 'end', 'error', 'asyncStart', 'asyncEnd']);
  expect(events.at(-1)?.seen).toEqual({ event: 'pack.call', error: expect.any(PackUsageError) });
});

it('a call that was never tried is told too', async () => {
  const client = clientOf({ url: 'http://127.0.0.1:1', token: 't' });
  await client.close();
  const events = keepEvents();
  expect(await client.invoke(aToolCall())).toMatchObject({ reason: 'closed' });
  expect(events.at(-1)?.seen).toMatchObject({ reason: 'closed', attempts: 0, tries: [] });
});

it('calls that run at once have a message each', async () => {
  const service = await startSample();
  const client = clientOf(service, { maxConcurrency: 4 });
  const events = keepEvents();
  const ids = Array.from({ length: 40 }, (_, at) => `request-${at}`);
  await Promise.all(ids.map((requestId) => client.invoke(aToolCall(), { requestId })));
  for (const step of ['start', 'asyncEnd'] as const) {
    const told = events.filter((event) => event.step === step).map(({ seen }) => seen.requestId);
    expect([...told].sort()).toEqual([...ids].sort());
  }
  expect(new Set(events.map(({ message }) => message)).size).toBe(ids.length);
});

it('no message holds an input, an output, or what a service says', async () => {
  // An id that the sample pack takes.
  const canary = 'inv_90017731';
  const service = await startSample({
    tools: {
      'acme.billing.find-invoice': () => ({
        id: canary,
        customer: canary,
        amountCents: 1,
        currency: 'EUR',
        status: 'open',
      }),
      'acme.billing.charge-card': () => {
        throw new Error(canary);
      },
    },
  });
  const client = clientOf(service);
  const events = keepEvents();
  const ctx = { secrets: { name: canary }, env: { NAME: canary } };
  const found = await client.invoke(aToolCall({ input: { invoiceId: canary }, ctx }));
  const input = { invoiceId: 'inv_1', amountCents: 1 };
  const charged = await client.invoke(aToolCall({ tool: 'acme.billing.charge-card', input, ctx }));
  expect([found, charged].filter((outcome) => JSON.stringify(outcome).includes(canary))).toHaveLength(2);
  expect(events).toHaveLength(8);
  expect(inspect(events, { depth: 10, showHidden: true })).not.toContain(canary);
});

it('a subscriber cannot change what the caller gets', async () => {
  const service = await startSample();
  const client = clientOf(service);
  const spoil = (message: unknown) => {
    const { tries } = untyped(message);
    tries[0].verdict = 'spoilt';
    tries.length = 0;
  };
  const ends = channel(`tracing:${name}:asyncEnd`);
  ends.subscribe(spoil);
  onTestFinished(() => void ends.unsubscribe(spoil));
  expect(await client.invoke(aToolCall())).toMatchObject({ attempts: [{ verdict: 'result' }] });
});

it('a subscriber that freezes the message costs no call its outcome', async () => {
  const service = await startSample();
  const client = clientOf(service);
  const freeze = (message: unknown) => void Object.freeze(message);
  const starts = channel(`tracing:${name}:start`);
  starts.subscribe(freeze);
  onTestFinished(() => void starts.unsubscribe(freeze));
  expect(await client.invoke(aToolCall())).toMatchObject({ kind: 'result' });
});

it('a store that is bound to the start is there while the call runs, token function included', async () => {
  const service = await startSample();
  const store = new AsyncLocalStorage<string | undefined>();
  const { start } = tracingChannel<string | undefined, CallMessage>(name);
  start.bindStore(store, ({ requestId }) => `call ${requestId}`);
  onTestFinished(() => void start.unbindStore(store));
  const seen: unknown[] = [];
  const look = async () => {
    seen.push(store.getStore());
    await new Promise((resolve) => setImmediate(resolve));
    seen.push(store.getStore());
    return service.token;
  };
  const client = clientOf(service, { token: look, maxConcurrency: 1 });
  // The second one waits for the slot of the first.
  await Promise.all(['a', 'b'].map((requestId) => client.invoke(aToolCall(), { requestId })));
  expect(seen).toEqual(['call a', 'call a', 'call b', 'call b']);
  expect(store.getStore()).toBeUndefined();
});
