/** More exchanges than connections: they wait their turn, and none that has ended meanwhile is sent. */
import { expect, it, onTestFinished } from 'vitest';
import { Connections } from '../../src/transport/connections.js';
import { createConnector } from '../../src/transport/connector.js';
import type { Interrupt, WireEnd } from '../../src/transport/wire.js';
import { goodAnswer } from '../faults/answers.js';
import type { Wire } from '../faults/raw-service.js';
import { serve } from '../regressions/set-up.js';
import { until } from '../until.js';

class Switch implements Interrupt {
  isOver = false;
  awaitingAnswer = false;
  onEnd: (() => void) | undefined;

  end(): void {
    this.isOver = true;
    this.onEnd?.();
  }
}

async function setUp(maxConnections: number) {
  const waiting: Wire[] = [];
  const service = await serve({ onRequest: (wire) => waiting.push(wire) });
  const connector = createConnector({ connectTimeoutMs: 5_000, tls: undefined });
  const connections = new Connections(service.url, connector, maxConnections);
  const destroy = async () => {
    connector.destroy();
    await connections.destroy();
  };
  onTestFinished(destroy);
  const send = (path: string, interrupt = new Switch()): Promise<WireEnd> =>
    connections.send({ method: 'GET', path, headers: [], body: null, maxResponseBytes: 1_000 }, interrupt);
  const answer = () => waiting.shift()?.send(goodAnswer);
  return { service, connections, destroy, send, answer };
}

it('they are sent in order over as many connections as there may be', async () => {
  const { service, send, answer } = await setUp(2);
  const ends = ['/1', '/2', '/3', '/4', '/5'].map((path) => send(path));
  for (let seen = 2; seen <= 5; seen += 1) {
    await until(() => service.requests.length === seen, 'those who have a connection are there');
    answer();
  }
  answer();
  for (const end of await Promise.all(ends)) expect(end).toMatchObject({ kind: 'reply', status: 200 });
  expect(service.requests.map(({ path }) => path).slice(2)).toEqual(['/3', '/4', '/5']);
  expect(service.connections).toBe(2);
});

it('one that ends while it waits is never sent, and takes no connection with it', async () => {
  const { service, send, answer } = await setUp(1);
  const first = send('/first');
  const leaves = new Switch();
  const second = send('/second', leaves);
  const third = send('/third');
  await until(() => service.requests.length === 1, 'the first is there');
  leaves.end();
  expect(await second).toEqual({ kind: 'interrupted', stage: 'connecting', status: undefined });
  answer();
  expect(await first).toMatchObject({ kind: 'reply' });
  await until(() => service.requests.length === 2, 'the next is there');
  answer();
  expect(await third).toMatchObject({ kind: 'reply' });
  expect(service.requests.map(({ path }) => path)).toEqual(['/first', '/third']);
  expect(service.connections).toBe(1);
});

it('those who wait when the connections in use are retired get others at once', async () => {
  const { service, connections, send, answer } = await setUp(1);
  const first = send('/first');
  const second = send('/second');
  await until(() => service.requests.length === 1, 'the first is there');
  connections.retire();
  await until(() => service.requests.length === 2, 'the second is there too');
  answer();
  answer();
  for (const end of await Promise.all([first, second])) expect(end).toMatchObject({ kind: 'reply' });
  await until(() => service.open === 1, 'the retired connection closes');
});

it('none is sent once the connections are destroyed', async () => {
  const { service, destroy, send } = await setUp(1);
  const sent = send('/sent');
  const waiting = send('/waiting');
  await until(() => service.requests.length === 1, 'the first is there');
  await destroy();
  expect(await sent).toMatchObject({ kind: 'fault', stage: 'sent' });
  for (const end of [await waiting, await send('/late')]) {
    expect(end).toMatchObject({ kind: 'fault', stage: 'connecting' });
  }
  expect(service.requests).toHaveLength(1);
});
