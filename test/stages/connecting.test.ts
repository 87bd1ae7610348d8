/** Calls that end while their connection is being opened, and connections that come to be all the same. */
import { expect, it } from 'vitest';
import { until } from '../until.js';
import { echoCall, startClient } from './calls.js';
import { startDeafServer } from './deaf-server.js';
import { expectNoSlotTaken, heldResources, resourcesFreed, slotsOf } from './leftovers.js';

it('cancelled while connecting: not sent when the connection opens later, and the slot is usable', async () => {
  const server = await startDeafServer();
  const client = startClient({ url: server.url, maxConcurrency: 1, connectTimeoutMs: 60_000 });
  const controller = new AbortController();
  const call = client.invoke(echoCall, { requestId: 'cancelled', signal: controller.signal });
  const late = client.invoke(echoCall, { requestId: 'late', timeoutMs: 500 });
  controller.abort();
  expect(await call).toMatchObject({ reason: 'cancelled', execution: 'did-not-run' });
  const expired = await late;
  expect(expired).toMatchObject({
    reason: 'deadline-exceeded',
    execution: 'did-not-run',
    mayStillRun: false,
  });
  expect(expired.attempts).toMatchObject([{ stage: 'connecting' }]);
  expectNoSlotTaken(client);

  server.hear();
  const next = await client.invoke(echoCall, { requestId: 'next', timeoutMs: 15_000 });
  expect(next.kind).toBe('result');
  expect(await server.seen()).toEqual(['next']);
});

it('closed while connecting: the socket is gone before the server hears again', async () => {
  const server = await startDeafServer();
  const before = heldResources();
  const client = startClient({ url: server.url, connectTimeoutMs: 60_000 });
  const call = client.invoke(echoCall, { requestId: 'closed' });
  await until(() => slotsOf(client).inFlight === 1 && heldResources() > before, 'the socket is there');
  await client.close({ graceMs: 0 });
  expect(await call).toMatchObject({ reason: 'closed', execution: 'did-not-run', mayStillRun: false });
  await resourcesFreed(before);
  server.hear();
  expect(await server.seen()).toEqual([]);
});

it('a connect time-out of its own is `unreachable`, leaves no socket, and is tried again', async () => {
  const server = await startDeafServer();
  const before = heldResources();
  const retry = { maxAttempts: 2, minDelayMs: 1, maxDelayMs: 1 };
  const client = startClient({ url: server.url, connectTimeoutMs: 100, retry });
  const outcome = await client.invoke(echoCall);
  expect(outcome).toMatchObject({ reason: 'unreachable', execution: 'did-not-run', stopped: 'attempts' });
  expect(outcome.attempts.map(({ stage }) => stage)).toEqual(['connecting', 'connecting']);
  await resourcesFreed(before);
});
