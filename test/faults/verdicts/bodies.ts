/** Verdicts on a 200 that is no message, or that never becomes one. */
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { answer, answers, goodAnswer, head, message } from '../answers.js';
import { expectedOf } from '../expected.js';
import { scripted } from '../place.js';
import type { Script } from '../raw-service.js';
import type { Row } from '../row.js';

const invalid = expectedOf('invalid-response');
const done = expectedOf('result');
const lost = expectedOf('connection-lost');

const json = '{"v":2,"kind":"result","output":1}';

/** What it is, and the body. */
const noMessages: readonly (readonly [string, string | Uint8Array])[] = [
  ['empty', ''],
  ['white space', ' \r\n\t '],
  ['a byte order mark alone', '\ufeff'],
  ['two byte order marks', `\ufeff\ufeff${json}`],
  ['HTML', '<!doctype html><title>Log in</title>'],
  ['text', 'ok'],
  ['half a message', json.slice(0, 20)],
  ['a message and more', `${json}${json}`],
  ['an array', `[${json}]`],
  ['a number', '7'],
  ['a text', '"result"'],
  ['null', 'null'],
  ['true', 'true'],
  ['an empty object', '{}'],
  ['without a version', '{"kind":"result","output":1}'],
  ['version 1', '{"v":1,"kind":"result","output":1}'],
  ['version 3', '{"v":3,"kind":"result","output":1}'],
  ['version "2"', '{"v":"2","kind":"result","output":1}'],
  ['without a kind', '{"v":2,"output":1}'],
  ['of an unknown kind', '{"v":2,"kind":"progress","output":1}'],
  ['a request', '{"v":2,"kind":"invoke","tool":{"id":"a"},"input":1,"ctx":{"tenantId":"t","runId":"r"}}'],
  ['a result without output', '{"v":2,"kind":"result"}'],
  ['an error without a code', '{"v":2,"kind":"error","message":"m"}'],
  ['an error whose code is a number', '{"v":2,"kind":"error","code":5,"message":"m"}'],
  ['an error without a message', '{"v":2,"kind":"error","code":"handler-throw"}'],
  ['a message in its prototype', `{"__proto__":${json}}`],
  [
    'not UTF-8',
    Buffer.concat([Buffer.from('{"v":2,"kind":"result","output":"'), Buffer.from([0xff]), Buffer.from('"}')]),
  ],
  ['UTF-16', Buffer.from(`\ufeff${json}`, 'utf16le')],
];

const wrongRows: readonly Row[] = [
  ...noMessages.map(([what, body]) => ({
    name: `200, ${what}`,
    at: scripted(answers(answer(200, body, { 'retry-after': '0' }))),
    expected: invalid,
  })),
  {
    name: '200, a verdict for a tool',
    at: scripted(answers(message({ kind: 'check-result', result: { passed: true } }))),
    expected: invalid,
  },
  {
    name: '200, a result for a check',
    asks: 'check',
    at: scripted(answers(goodAnswer)),
    expected: invalid,
  },
  {
    name: '200, a verdict that does not say whether it passed',
    asks: 'check',
    at: scripted(answers(message({ kind: 'check-result', result: { passed: 'yes' } }))),
    expected: invalid,
  },
  { name: '200, a result for /v1/info', asks: 'info', at: scripted(answers(goodAnswer)), expected: invalid },
  ...['gzip', 'GZIP', 'br', 'identity, gzip'].map((encoding) => ({
    name: `200, encoded as ${encoding}`,
    at: scripted(answers(answer(200, gzipSync(json), { 'content-encoding': encoding }))),
    expected: invalid,
  })),
  {
    name: '200, said to be encoded, though it is not',
    at: scripted(answers(answer(200, json, { 'content-encoding': 'gzip' }))),
    expected: invalid,
  },
];

const untilClosing = head(200, { 'content-type': 'application/json', connection: 'close' });
const chunked = head(200, { 'transfer-encoding': 'chunked' });

const framingRows: readonly Row[] = [
  {
    name: '200 that ends by closing, whole',
    at: scripted((wire) => wire.finish(untilClosing, json)),
    expected: done,
  },
  {
    name: '200 that ends by closing, inside the message',
    at: scripted((wire) => wire.finish(untilClosing, json.slice(0, 20))),
    expected: invalid,
  },
  {
    name: '200 in chunks',
    at: scripted(answers(`${chunked}5\r\n${json.slice(0, 5)}\r\n1d;x=y\r\n${json.slice(5)}\r\n0\r\n\r\n`)),
    expected: done,
  },
  {
    name: '200 byte by byte',
    at: scripted(async (wire) => {
      for (const byte of goodAnswer) {
        wire.send(Uint8Array.of(byte));
        await sleep(0);
      }
    }),
    expected: done,
  },
  {
    name: '200 said to be identity',
    at: scripted(answers(answer(200, json, { 'content-encoding': 'identity' }))),
    expected: done,
  },
  ...[102, 103].map((status) => ({
    name: `${status} twice, then a result`,
    at: scripted(answers(head(status) + head(status, { link: '</x>' }) + goodAnswer.toString())),
    expected: done,
  })),
  {
    // undici gives up a connection on a 100 that it did not ask for; nobody knows then what became of the call.
    name: '100 unasked, then a result',
    at: scripted(answers(head(100) + goodAnswer.toString())),
    expected: lost,
  },
];

const oversized = expectedOf('response-too-large');
const limited = () => ({ maxResponseBytes: 64 });

const endless: Script = async (wire) => {
  wire.send(head(200, { 'transfer-encoding': 'chunked' }));
  while (!wire.isClosed) {
    wire.send('40\r\n', ' '.repeat(0x40), '\r\n');
    await sleep(1);
  }
};

const sizeRows: readonly Row[] = [
  {
    name: '200 of as many bytes as are allowed',
    at: scripted(answers(answer(200, json.padEnd(64)))),
    client: limited,
    expected: done,
  },
  {
    name: '200 of one byte more, by its length',
    at: scripted(answers(answer(200, json.padEnd(65)))),
    client: limited,
    expected: oversized,
  },
  {
    name: '200 of too many bytes by its length, of which none comes',
    at: scripted(answers(head(200, { 'content-length': 65 }))),
    client: limited,
    expected: oversized,
  },
  { name: '200 without an end', at: scripted(endless), client: limited, expected: oversized },
  {
    name: '200 of one byte more, by closing',
    at: scripted((wire) => wire.finish(untilClosing, json.padEnd(65))),
    client: limited,
    expected: oversized,
  },
];

export const bodyRows: readonly Row[] = [...wrongRows, ...framingRows, ...sizeRows];
