/** A retry that has to wait for a replica is woken by that replica's own delay, not only by another call's end. */
import { createServer, type ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { until } from '../until.js';
import { echoCall, startClient } from './calls.js';
import { listenOnLoopback } from './listen.js';

type Answers = readonly ((response: ServerResponse) => void)[];

const refuse = (detail: string, seconds: number) => (response: ServerResponse) => {
  response.writeHead(503, { 'retry-after': String(seconds), 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: detail }));
};
const message = (value: object) => (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ v: 2, ...value }));
};
const result = message({ kind: 'result', output: 1 });
const lacks = message({ kind: 'error', code: 'tool-not-in-pack', message: 'no such tool' });

/** Answers the first requests in order, all later ones as the last. */
async function startScripted(answers: Answers): Promise<{ url: string; count(): number }> {
  let count = 0;
  const server = createServer((request, response) => {
    const answer = answers[Math.min(count, answers.length - 1)];
    count += 1;
    request.resume().on('end', () => answer?.(response));
  });
  const { port } = await listenOnLoopback(server);
  return { url: `http://127.0.0.1:${port}`, count: () => count };
}

it('goes back to the overloaded replica when its delay is over, since the other lacks the tool', async () => {
  const old = await startScripted([lacks]);
  const attempt = async () => {
    const busy = await startScripted([refuse('overloaded', 1), result]);
    const client = startClient({ url: [busy.url, old.url] });
    return client.invoke(echoCall, { timeoutMs: 5_000 });
  };
  // Chance decides where a client begins: often enough it is at the busy one.
  const outcomes = await Promise.all(Array.from({ length: 8 }, attempt));
  expect(outcomes.map(({ kind }) => kind)).toEqual(outcomes.map(() => 'result'));
});

it('goes back to the overloaded replica when its delay is over, though the other one is still taken', async () => {
  const held: ServerResponse[] = [];
  const slow = await startScripted([(response) => held.push(response)]);
  const busy = await startScripted([refuse('overloaded', 1), result]);
  const client = startClient({ url: [slow.url, busy.url], maxConcurrency: 1 });
  // Two calls, one at each: the one that is refused can only wait.
  const calls = [
    client.invoke(echoCall, { timeoutMs: 5_000 }),
    client.invoke(echoCall, { timeoutMs: 5_000 }),
  ];
  const first = await Promise.race(calls);
  expect(first.kind).toBe('result');
  await until(() => held.length === 1, 'the slow replica has its call');
  for (const response of held) result(response);
  await Promise.all(calls);
});

it('does not hurry between replicas that refuse "at once"', async () => {
  const one = await startScripted([refuse('not ready', 0)]);
  const two = await startScripted([refuse('not ready', 0)]);
  const client = startClient({ url: [one.url, two.url], retry: { maxAttempts: 5, minDelayMs: 100 } });
  const outcome = await client.invoke(echoCall, { timeoutMs: 10_000 });
  expect(outcome.attempts).toHaveLength(5);
  // The first retry may go to the fresh replica at once; after that, both have refused.
  const waits = outcome.attempts.slice(1, -1).map(({ waitMs = 0 }) => waitMs);
  expect(waits.every((waitMs) => waitMs >= 100)).toBe(true);
});
