/** What ends a call between two of its steps, and what the outcome then says. */
import { expect, it } from 'vitest';
import { createPackClient } from '../../src/index.js';
import { goodAnswer, head, unavailable } from '../faults/answers.js';
import { until } from '../until.js';
import { call, clientOf, serve } from './set-up.js';

it('a call whose token comes after close() is not sent any more', async () => {
  const service = await serve({ onRequest: (wire) => wire.send(goodAnswer) });
  let give = (_token: string) => {};
  const token = () =>
    new Promise<string>((resolve) => {
      give = resolve;
    });
  const client = createPackClient({ url: service.url, token });
  const pending = client.invoke(call);
  await until(() => client.stats().replicas[0]?.inFlight === 1, 'the token is asked for');
  const closed = client.close({ graceMs: 5_000 });
  give('late');
  expect(await pending).toMatchObject({ reason: 'closed', execution: 'did-not-run', stopped: 'closed' });
  await closed;
  expect(service.requests).toHaveLength(0);
});

it('a refusal in the answer’s grace ends by the deadline, with retry: false as well', async () => {
  const service = await serve({
    onRequest: (wire) => void setTimeout(() => wire.send(unavailable('overloaded')), 150),
  });
  const client = clientOf(service.url, { answerGraceMs: 5_000, retry: false });
  const outcome = await client.invoke(call, { timeoutMs: 100 });
  expect(outcome).toMatchObject({ reason: 'unavailable', execution: 'did-not-run', stopped: 'deadline' });
});

it('a call that is cancelled inside the body of a 500 may still run', async () => {
  const service = await serve({
    onRequest: (wire) => wire.send(`${head(500, { 'content-length': 100 })}half`),
  });
  const client = clientOf(service.url);
  const abort = new AbortController();
  const pending = client.invoke(call, { signal: abort.signal });
  await until(() => service.requests.length === 1, 'the request arrives');
  await new Promise((resolve) => {
    setTimeout(resolve, 100);
  });
  abort.abort();
  expect(await pending).toMatchObject({ reason: 'cancelled', execution: 'may-have-run', mayStillRun: true });
});
