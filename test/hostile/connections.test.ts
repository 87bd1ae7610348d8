/**
 * Services that answer too soon, too often, or add what nobody asked for: no call gets another one's answer, none is
 * sent twice, and each is an outcome.
 */
import { describe, expect, it } from 'vitest';
import { answer, good, goodAnswer, head, message } from '../faults/answers.js';
import type { Script } from '../faults/raw-service.js';
import { call, clientOf, idsAt, serve } from '../regressions/set-up.js';
import { until } from '../until.js';

const forged = message({ kind: 'result', output: 'forged' });
const numbered = (number: number) => message({ kind: 'result', output: `answer ${number}` });

const additions: readonly (readonly [string, string | Uint8Array])[] = [
  ['a second answer', forged],
  ['many more answers', Buffer.concat(new Array<Buffer>(100).fill(forged))],
  ['half a head', 'HTTP/1.1 200 OK\r\ncontent-'],
  ['a head without its body', head(200, { 'content-length': 10 })],
  ['an interim answer', head(103)],
  ['a refusal that can be waited for', head(503, { 'retry-after': 0, 'content-length': 0 })],
  ['text', 'and now for something completely different'],
  ['empty lines', '\r\n\r\n\r\n'],
  ['zero bytes', Buffer.alloc(1_000)],
];

describe.concurrent('an answer, and in the same bytes', () => {
  it.each(additions)('%s: the next call gets its own', async (_what, more) => {
    const service = await serve({
      onRequest: (wire, { number }) => wire.send(Buffer.concat([numbered(number), Buffer.from(more)])),
    });
    const client = clientOf(service.url, { maxConcurrency: 1, retry: false });
    // All at once: the next one is put on the connection as soon as it is free.
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => client.invoke(call)));
    const told = outcomes.map((outcome) => (outcome.kind === 'result' ? outcome.output : outcome.execution));
    expect(told).toEqual(outcomes.map((_, at) => `answer ${at + 1}`));
    expect(new Set(idsAt(service)).size).toBe(20);
  });
});

const bodiless: readonly (readonly [string, string])[] = [
  ['204', head(204, { 'content-length': forged.length })],
  ['304', head(304, { 'content-length': forged.length })],
  ['204 in chunks', head(204, { 'transfer-encoding': 'chunked' })],
  ['103', head(103, { 'content-length': forged.length })],
];

describe.concurrent('an answer that has no body, and one inside it', () => {
  it.each(bodiless)('%s: the inner one is nobody’s', async (what, outer) => {
    const service = await serve({
      onRequest: (wire) => wire.send(Buffer.concat([Buffer.from(outer), forged])),
    });
    const client = clientOf(service.url, { maxConcurrency: 1, retry: false });
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => client.invoke(call)));
    // What follows an interim answer is the answer.
    const expected = what === '103' ? 'result' : 'transport';
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set([expected]));
    expect(service.requests).toHaveLength(10);
  });
});

const large = { ...call, input: { text: 'x'.repeat(8 * 2 ** 20) } };
const isLarge = (sentHead: string) => /content-length: \d{7}/.test(sentHead);

const early: readonly (readonly [string, Script, object])[] = [
  ['a result', good, { kind: 'result', execution: 'ran' }],
  ['a result, and the end', (wire) => wire.finish(goodAnswer), { kind: 'result', execution: 'ran' }],
  [
    'a result that ends the connection',
    (wire) => wire.send(message({ kind: 'result', output: 'done' }, { connection: 'close' })),
    { kind: 'result', execution: 'ran' },
  ],
  ['a 500', (wire) => wire.send(answer(500)), { reason: 'service-failed', execution: 'may-have-run' }],
  [
    'a 401 that ends the connection',
    (wire) => wire.finish(answer(401, '', { connection: 'close' })),
    { reason: 'unauthorized', execution: 'did-not-run' },
  ],
  [
    'no HTTP',
    (wire) => wire.send('nonsense\r\n\r\n'),
    { reason: 'connection-lost', execution: 'may-have-run' },
  ],
  [
    'half an answer, and the end',
    (wire) => wire.finish(goodAnswer.subarray(0, 60)),
    { reason: 'connection-lost' },
  ],
];

describe.concurrent('before the request is there whole', () => {
  it.each(early)('%s: that is the outcome, and the next call is well', async (_what, script, expected) => {
    const service = await serve({
      onHead(wire, sentHead) {
        if (!isLarge(sentHead)) return false;
        const request = {
          method: '',
          path: '',
          headers: {},
          body: '',
          raw: '',
          connection: 1,
          number: 1,
          atMs: 0,
        };
        script(wire, request);
        return true;
      },
      onRequest: good,
    });
    const client = clientOf(service.url, { maxConcurrency: 1, retry: false });
    expect(await client.invoke(large)).toMatchObject(expected);
    expect(await client.invoke(call)).toMatchObject({ kind: 'result' });
    await client.close({ graceMs: 0 });
    await until(() => service.open === 0, 'no connection is left');
  });
});

it('a redirect is followed nowhere, whatever it names', async () => {
  const elsewhere = await serve({ onRequest: good });
  for (const status of [301, 302, 303, 307, 308]) {
    for (const location of [
      `${elsewhere.url}/v1/invoke`,
      `//127.0.0.1:${elsewhere.port}`,
      '/v1/invoke',
      'file:///etc/passwd',
      '\u0001',
    ]) {
      const service = await serve({
        onRequest: (wire) => wire.send(answer(status, '', { location, refresh: `0;url=${location}` })),
      });
      const outcome = await clientOf(service.url).invoke(call);
      expect(outcome).toMatchObject({
        kind: 'transport',
        execution: 'may-have-run',
        stopped: 'not-retryable',
      });
      expect(service.requests).toHaveLength(1);
    }
  }
  expect(elsewhere.connections).toBe(0);
});
