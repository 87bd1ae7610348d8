/**
 * Answers whose head is an attack: too much of it, lengths that contradict each other, lines that are no lines, names
 * that are special in JavaScript, interim answers. Each is a verdict, sends the call once, and costs the next call nothing.
 */
import { describe, expect, it } from 'vitest';
import type { Seen } from '../../mocks/verdicts.js';
import { answer, head } from '../faults/answers.js';
import { expectSeen, meet, says } from './meet.js';

const json = '{"v":2,"kind":"result","output":1}';
const length = `content-length: ${json.length}\r\n`;
const forged = answer(200, '{"v":2,"kind":"result","output":"forged"}').toString();
const inChunks = `${json.length.toString(16)}\r\n${json}\r\n0\r\n\r\n`;

/** A 200 with these lines in its head, and a good message as its body. */
const withLines = (...lines: readonly string[]) =>
  `HTTP/1.1 200 OK\r\n${lines.map((line) => `${line}\r\n`).join('')}${length}\r\n${json}`;
/** A 200 with these lines as its only headers. */
const framed = (lines: readonly string[], body: string) =>
  `HTTP/1.1 200 OK\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n${body}`;

type Case = readonly [what: string, bytes: string, seen: Seen];

const sizes: readonly Case[] = [
  ['15 KB in one header', withLines(`x: ${'y'.repeat(15_000)}`), 'result'],
  ['20 KB in one header', withLines(`x: ${'y'.repeat(20_000)}`), 'connection-lost'],
  ['20 KB in many headers', withLines(...new Array<string>(9_000).fill('a: b')), 'connection-lost'],
  ['20 KB in a header name', withLines(`${'x'.repeat(20_000)}: y`), 'connection-lost'],
  [
    '20 KB of headers on a 503',
    `${head(503, { 'retry-after': 0, x: 'y'.repeat(20_000) })}`,
    'connection-lost',
  ],
  [
    '20 KB of trailers',
    framed(['transfer-encoding: chunked'], `${inChunks.slice(0, -2)}x: ${'y'.repeat(20_000)}\r\n\r\n`),
    'connection-lost',
  ],
];

const lengths: readonly Case[] = [
  ...['-5', '+34', '0x22', '1e3', '34, 34', '34 34', '', '34.0', 'NaN', String(2n ** 64n + 34n)].map(
    (value): Case => [
      `length ${JSON.stringify(value)}`,
      framed([`content-length: ${value}`], json),
      'connection-lost',
    ],
  ),
  ['the same length twice', framed(['content-length: 34', 'content-length: 34'], json), 'connection-lost'],
  [
    'a length, then chunks',
    framed(['content-length: 34', 'transfer-encoding: chunked'], inChunks),
    'connection-lost',
  ],
  [
    'chunks, then a length',
    framed(['transfer-encoding: chunked', 'content-length: 34'], inChunks),
    'connection-lost',
  ],
  [
    'a chunk of more than 64 bits',
    framed(['transfer-encoding: chunked'], `1${'0'.repeat(16)}\r\n${json}\r\n0\r\n\r\n`),
    'connection-lost',
  ],
  [
    'a chunk of less than nothing',
    framed(['transfer-encoding: chunked'], `-22\r\n${json}\r\n0\r\n\r\n`),
    'connection-lost',
  ],
  [
    'a length on a 204, and a body',
    `HTTP/1.1 204 None\r\ncontent-length: ${forged.length}\r\n\r\n${forged}`,
    'unexpected-status',
  ],
  [
    'a length on a 304, and a body',
    `HTTP/1.1 304 None\r\ncontent-length: ${forged.length}\r\n\r\n${forged}`,
    'unexpected-status',
  ],
];

const encodings: readonly Case[] = [
  ['chunks of gzip', framed(['transfer-encoding: gzip, chunked'], inChunks), 'invalid-response'],
  [
    'chunks of deflate, on two lines',
    framed(['transfer-encoding: deflate', 'transfer-encoding: chunked'], inChunks),
    'invalid-response',
  ],
  ['chunks twice over', framed(['transfer-encoding: chunked, chunked'], inChunks), 'invalid-response'],
  ['an encoding nobody knows', withLines('content-encoding: aws-chunked'), 'invalid-response'],
  [
    'two encodings',
    withLines('content-encoding: identity', 'content-encoding: identity'),
    'invalid-response',
  ],
  ['chunks, in capitals', framed(['Transfer-Encoding: CHUNKED'], inChunks), 'result'],
];

const lines: readonly Case[] = [
  ['line feeds alone', `HTTP/1.1 200 OK\n${length.trim()}\n\n${json}`, 'connection-lost'],
  ['carriage returns alone', `HTTP/1.1 200 OK\r${length.trim()}\r\r${json}`, 'connection-lost'],
  ['a folded header', withLines('x: a', ' content-length: 99'), 'connection-lost'],
  ['a zero byte in a header', withLines('x: a\0b'), 'connection-lost'],
  ['a space before the colon', withLines('x : a'), 'connection-lost'],
  ['a header without a name', withLines(': a'), 'connection-lost'],
  ['status 000', framed(['content-length: 34'], json).replace('200', '000'), 'connection-lost'],
  ['status 99', framed(['content-length: 34'], json).replace('200', '99'), 'connection-lost'],
  ['status 1000', framed(['content-length: 34'], json).replace('200', '1000'), 'connection-lost'],
  ['status 999', framed(['content-length: 34'], json).replace('200', '999'), 'unexpected-status'],
  ['no status', 'HTTP/1.1 \r\n\r\n', 'connection-lost'],
];

const names: readonly Case[] = [
  [
    'names that every object has',
    withLines(
      '__proto__: x',
      '__proto__: y',
      'constructor: x',
      'toString: x',
      'hasOwnProperty: x',
      'valueOf: x',
    ),
    'result',
  ],
  ['a build of 10,000 characters', withLines(`kindgi-artifact-version: ${'b'.repeat(10_000)}`), 'result'],
  ['a duration that is no number', withLines('kindgi-duration-ms: 1e999'), 'result'],
  ['bytes that are not ASCII', withLines('x: \u00ff\u00fe'), 'result'],
];

const interim: readonly Case[] = [
  ['a thousand of 103', `${head(103, { link: '</x>' }).repeat(1_000)}${withLines()}`, 'result'],
  ['a thousand of 102', `${head(102).repeat(1_000)}${withLines()}`, 'result'],
  ['ten thousand of 102', `${head(102).repeat(10_000)}${withLines()}`, 'result'],
  ['one more of 102', `${head(102).repeat(10_001)}${withLines()}`, 'connection-lost'],
  ['one of 199', `${head(199)}${withLines()}`, 'result'],
  ['a thousand of 100', `${head(100).repeat(1_000)}${withLines()}`, 'connection-lost'],
  ['a 101 of no protocol', `${head(101)}${withLines()}`, 'connection-lost'],
  [
    'a 103 with 20 KB of headers',
    `${head(103, { link: 'x'.repeat(20_000) })}${withLines()}`,
    'connection-lost',
  ],
  ['a 103 with a body', `${head(103, { 'content-length': 5 })}hello${withLines()}`, 'connection-lost'],
  [
    'a 103 that asks for a wait',
    `${head(103, { 'retry-after': 0 })}${head(503, { 'content-length': 0 })}`,
    'unexpected-status',
  ],
];

describe.concurrent.each<[string, readonly Case[]]>([
  ['too much in the head', sizes],
  ['lengths', lengths],
  ['encodings that were not asked for', encodings],
  ['lines', lines],
  ['headers', names],
  ['interim answers', interim],
])('%s', (_group, cases) => {
  it.each(cases)('%s', async (_what, bytes, seen) => {
    expectSeen(await meet(says(Buffer.from(bytes, 'latin1'))), seen);
  });
});

it('what undici and TLS say of an answer is one short line', async () => {
  for (const bytes of ['HTTP/1.1 101 Over\r\n\r\n', 'HTTP/1.1 000 Zero\r\n\r\n', 'nonsense']) {
    const outcome = await meet(says(bytes));
    const told = outcome.kind === 'transport' ? Reflect.get(Object(outcome.cause), 'message') : undefined;
    expect(told).toMatch(/^.{1,300}$/);
  }
});

it('a build name holds no command for a terminal', async () => {
  const odd = withLines('kindgi-artifact-version: build\u009b31m\t\u0085 1');
  expect((await meet(says(Buffer.from(odd, 'latin1')))).artifactVersion).toBe('build31m 1');
});

it('a build name is cut, and a duration that cannot be read is none', async () => {
  const long = await meet(says(withLines(`kindgi-artifact-version: ${'b'.repeat(10_000)}`)));
  expect(long.artifactVersion).toHaveLength(256);
  const odd = await meet(says(withLines('kindgi-duration-ms: 1e999')));
  expect(odd.serviceDurationMs).toBeUndefined();
});
