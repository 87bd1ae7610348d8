/** A call that ends in the moment between getting its slot and asking for its token must not be forgotten. */
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { until } from '../until.js';
import { echoCall, startClient, watch } from './calls.js';
import { expectNoSlotTaken } from './leftovers.js';
import { listenOnLoopback } from './listen.js';

async function startRebuilt(): Promise<string> {
  let build = 0;
  const server = createServer((request, response) => {
    build += 1;
    response.setHeader('kindgi-artifact-version', `build-${build}`);
    request.resume().on('end', () => response.end('{"v":2,"kind":"result","output":1}'));
  });
  const { port } = await listenOnLoopback(server);
  return `http://127.0.0.1:${port}`;
}

it('cancelled in that moment, it settles and gives its slot back', async () => {
  const controller = new AbortController();
  const client = startClient({
    url: await startRebuilt(),
    maxConcurrency: 1,
    token: async () => 'secret',
    // Told of the new build while the slot is still held: a microtask from here runs between the two.
    logger: { debug() {}, info() {}, warn: () => queueMicrotask(() => controller.abort()) },
  });
  await client.invoke(echoCall);
  const ahead = client.invoke(echoCall);
  const behind = watch(client.invoke(echoCall, { signal: controller.signal }));
  await ahead;
  await until(() => behind.value !== undefined, 'the cancelled call settles');
  expect(behind.value).toMatchObject({ reason: 'cancelled', execution: 'did-not-run' });
  expectNoSlotTaken(client);
});

it('closed in that moment, the client closes', async () => {
  const close = () => void client.close({ graceMs: 0 });
  const client = startClient({
    url: await startRebuilt(),
    maxConcurrency: 1,
    token: async () => 'secret',
    logger: { debug() {}, info() {}, warn: () => queueMicrotask(close) },
  });
  await client.invoke(echoCall);
  const ahead = client.invoke(echoCall);
  const behind = watch(client.invoke(echoCall));
  await ahead;
  await until(() => behind.value !== undefined, 'the waiting call settles');
  expect(behind.value).toMatchObject({ reason: 'closed', execution: 'did-not-run' });
});
