/** Faults of the cap on an answer's bytes: read too far, counted wrongly, or believed too late. */
import { describe, expect, it } from 'vitest';
import { answer, head } from '../faults/answers.js';
import type { Script } from '../faults/raw-service.js';
import { until } from '../until.js';
import { call, clientOf, serve } from './set-up.js';

const mebibyte = 2 ** 20;
const gibibyte = 2 ** 30;
const start = '{"v":2,"kind":"result","output":"';
const end = '"}';

/** A good message of exactly so many bytes. */
const messageOf = (bytes: number) => `${start}${'x'.repeat(bytes - start.length - end.length)}${end}`;

/** In chunks of 64 KiB, as a streaming proxy sends it. */
function inChunks(text: string): Script {
  const chunks: string[] = [];
  for (let at = 0; at < text.length; at += 0x10000) {
    const chunk = text.slice(at, at + 0x10000);
    chunks.push(`${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  }
  return (wire) => wire.send(head(200, { 'transfer-encoding': 'chunked' }), ...chunks, '0\r\n\r\n');
}

const withLength =
  (text: string): Script =>
  (wire) =>
    wire.send(answer(200, text));

describe.each<[string, (text: string) => Script]>([
  ['in chunks', inChunks],
  ['with its length', withLength],
  ['ended by closing', (text) => (wire) => wire.finish(head(200, { connection: 'close' }), text)],
])('an answer %s', (_how, send) => {
  it('of as many bytes as are allowed is read', async () => {
    const service = await serve({ onRequest: send(messageOf(mebibyte)) });
    const outcome = await clientOf(service.url, { maxResponseBytes: mebibyte }).invoke(call);
    expect(outcome).toMatchObject({ kind: 'result', execution: 'ran' });
  });

  it('of one byte more is refused, not sent again, and its connection dropped', async () => {
    const service = await serve({ onRequest: send(messageOf(mebibyte + 1)) });
    const client = clientOf(service.url, { maxResponseBytes: mebibyte });
    expect(await client.invoke(call)).toMatchObject({
      reason: 'response-too-large',
      status: 200,
      execution: 'may-have-run',
      stopped: 'not-retryable',
    });
    await until(() => service.open === 0, 'the connection was dropped');
    expect(service.requests).toHaveLength(1);
  });
});

describe('a length above the cap is believed at once', () => {
  it.each([
    ['one byte above the default of 32 MiB', 32 * mebibyte + 1, undefined],
    ['one byte above the highest cap, a gibibyte', gibibyte + 1, gibibyte],
    ['above what 32 bits hold', 5 * gibibyte, gibibyte],
    ['above what a number holds exactly', 2 ** 60, gibibyte],
  ])('%s', async (_what, claimed, maxResponseBytes) => {
    // No byte of the body ever comes: whoever waits for one waits for the deadline.
    const length = BigInt(claimed).toString();
    const service = await serve({ onRequest: (wire) => wire.send(head(200, { 'content-length': length })) });
    const client = clientOf(service.url, { maxResponseBytes });
    expect(await client.invoke(call, { timeoutMs: 60_000 })).toMatchObject({
      reason: 'response-too-large',
      execution: 'may-have-run',
    });
    await until(() => service.open === 0, 'the connection was dropped');
  });
});
