/**
 * Services that never stop sending: whatever part of an answer it is, the call ends, the connection is dropped, and
 * this process has kept next to nothing of it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { Seen } from '../../mocks/verdicts.js';
import { BodyBytes } from '../../src/transport/body-bytes.js';
import { answer, head } from '../faults/answers.js';
import type { Script } from '../faults/raw-service.js';
import { expectSeen, meet } from './meet.js';

const mebibyte = 2 ** 20;
const chunked = head(200, { 'transfer-encoding': 'chunked' });

/** Writes `start`, and then `piece` for as long as anybody listens. */
function pours(start: string, piece: string): Script {
  return async (wire) => {
    wire.send(start);
    while (!wire.isClosed) {
      wire.send(piece);
      await sleep(0);
    }
  };
}

const many = (text: string) => text.repeat(Math.ceil(20_000 / text.length));

/** Ended by what is too much of it. */
const capped: readonly (readonly [string, Script, Seen])[] = [
  ['headers', pours('HTTP/1.1 200 OK\r\n', many('a: b\r\n')), 'connection-lost'],
  ['headers of a 503', pours('HTTP/1.1 503 No\r\nretry-after: 0\r\n', many('a: b\r\n')), 'connection-lost'],
  ['one header', pours('HTTP/1.1 200 OK\r\nx: ', many('y')), 'connection-lost'],
  ['a body in chunks', pours(chunked, `4e20\r\n${' '.repeat(20_000)}\r\n`), 'response-too-large'],
  ['a body until the end', pours(head(200, { connection: 'close' }), many(' ')), 'response-too-large'],
  ['a body in chunks of one byte', pours(chunked, many('1\r\n \r\n')), 'response-too-large'],
  ['trailers', pours(`${chunked}1\r\n1\r\n0\r\n`, many('a: b\r\n')), 'connection-lost'],
  [
    'a body of a 500',
    pours(head(500, { 'transfer-encoding': 'chunked' }), many('1\r\n \r\n')),
    'service-failed',
  ],
  ['interim answers of 100', pours('', many(head(100))), 'connection-lost'],
  ['interim answers of 102', pours('', many(head(102))), 'connection-lost'],
  ['interim answers of 103', pours('', many(head(103, { link: '</x>' }))), 'connection-lost'],
];

/** Nothing of it counts as an answer: ended by the deadline. */
const unending: readonly (readonly [string, Script])[] = [
  ['a reason phrase', pours('HTTP/1.1 200 ', many('OK'))],
  ['empty lines', pours('', many('\r\n'))],
  ['extensions of a chunk', pours(`${chunked}1;`, many('a=b;'))],
  ['zeros of a chunk length', pours(chunked, many('0'))],
];

describe.concurrent('a service that never stops to send', () => {
  it.each(capped)('%s', async (_what, script, seen) => {
    expectSeen(await meet(script, { maxResponseBytes: mebibyte }), seen);
  });

  it.each(unending)('%s, until the deadline', async (_what, script) => {
    const outcome = await meet(script, { timeoutMs: 300, answerGraceMs: 20 });
    expectSeen(outcome, 'deadline, sent');
    expect(outcome.attempts).toMatchObject([{ stage: expect.stringMatching(/^(sent|answering)$/) }]);
  });
});

describe('an answer in chunks of one byte', () => {
  it('is read as any other', async () => {
    const text = `{"v":2,"kind":"result","output":"${'0123456789'.repeat(10_000)}"}`;
    const oneByOne = [...text].map((each) => `1\r\n${each}\r\n`).join('');
    const outcome = await meet((wire) => wire.send(chunked, oneByOne, '0\r\n\r\n'));
    expect(outcome).toMatchObject({ kind: 'result', output: '0123456789'.repeat(10_000) });
  });

  it('takes not much more memory than it has bytes', () => {
    const chunk = Buffer.alloc(mebibyte, 'x');
    const body = new BodyBytes();
    const before = heldBytes();
    for (let at = 0; at < mebibyte; at += 1) body.add(chunk.subarray(at, at + 1));
    // A buffer of its own for each byte would be a hundred times as much.
    expect(heldBytes() - before).toBeLessThan(10 * mebibyte);
    expect(body.whole().equals(chunk)).toBe(true);
  });
});

/** What is left in memory when all that nobody holds is gone. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

it('the headers of a refusal count although its body is never read to the end', async () => {
  const outcome = await meet((wire) => {
    wire.send(answer(503, 'x'.repeat(mebibyte), { 'retry-after': '99999999999999999999' }));
  });
  expect(outcome).toMatchObject({ reason: 'unavailable', execution: 'did-not-run', stopped: 'deadline' });
  expect(outcome.kind === 'transport' && outcome.retryAfterMs).toBe(Number.MAX_SAFE_INTEGER);
});
