/**
 * A call that ends while its connection is being opened takes that connection with it: left alone, it stays until its
 * connect time-out, and the next call waits for it.
 */
import dns, { type LookupOptions } from 'node:dns';
import { createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { until } from '../until.js';
import { call, clientOf } from './set-up.js';

/** Takes connections and says nothing: TLS is never set up. */
async function startSilence() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return { url: `https://127.0.0.1:${address.port}`, sockets };
}

it.each([1, 32])('%d connections that are being opened go with their calls', async (count) => {
  const { url, sockets } = await startSilence();
  const client = clientOf(url, { maxConcurrency: count, connectTimeoutMs: 60_000 });
  const abort = new AbortController();
  const pending = Array.from({ length: count }, () => client.invoke(call, { signal: abort.signal }));
  await until(() => sockets.length === count, 'all connections are there');
  abort.abort();
  for (const outcome of await Promise.all(pending)) {
    expect(outcome).toMatchObject({ reason: 'cancelled', execution: 'did-not-run' });
  }
  await until(() => sockets.every((socket) => socket.closed), 'their connections are closed');
  const next = client.invoke(call, { timeoutMs: 5_000 });
  await until(() => sockets.length === count + 1, 'the next call opens one of its own');
  await client.close({ graceMs: 0 });
  expect(await next).toMatchObject({ reason: 'closed', execution: 'did-not-run' });
});

it('one call that leaves ends no other’s connection', async () => {
  const { url, sockets } = await startSilence();
  const client = clientOf(url, { maxConcurrency: 2, connectTimeoutMs: 60_000 });
  const abort = new AbortController();
  const leaving = client.invoke(call, { signal: abort.signal });
  const staying = client.invoke(call);
  await until(() => sockets.length === 2, 'both connections are there');
  abort.abort();
  await leaving;
  await until(() => sockets.filter((socket) => socket.closed).length === 1, 'one connection is closed');
  expect(client.stats().replicas[0]?.inFlight).toBe(1);
  await client.close({ graceMs: 0 });
  expect(await staying).toMatchObject({ reason: 'closed' });
});

it('a look-up is left to end: it cannot be taken back, and the next call would start another one', async () => {
  type Found = (error: Error | null, addresses: readonly { address: string; family: number }[]) => void;
  const waiting: Found[] = [];
  const { url, sockets } = await startSilence();
  const lookUp = vi.spyOn(dns, 'lookup').mockImplementation(((_: string, __: LookupOptions, found: Found) => {
    waiting.push(found);
  }) as never);
  onTestFinished(() => lookUp.mockRestore());
  const client = clientOf(url.replace('127.0.0.1', 'pack.test'), { maxConcurrency: 1 });
  for (let call_ = 0; call_ < 5; call_ += 1) {
    const outcome = await client.invoke(call, { timeoutMs: 20 });
    expect(outcome).toMatchObject({ reason: 'deadline-exceeded', execution: 'did-not-run' });
  }
  expect(waiting).toHaveLength(1);
  for (const found of waiting) found(null, [{ address: '127.0.0.1', family: 4 }]);
  await client.close({ graceMs: 0 });
  expect(sockets.every((socket) => socket.closed || socket.destroyed)).toBe(true);
});
