/** Verdicts on a 503: with a `Retry-After` that can be used it is a promise, without one it is a riddle. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { answer, answers, goodAnswer, head, inTurn, unavailable } from '../answers.js';
import { expectedOf, resultAfter, tryOf } from '../expected.js';
import { replicasInTurn, scripted } from '../place.js';
import type { Script } from '../raw-service.js';
import type { Row } from '../row.js';

const refusedTry = tryOf('unavailable');
const brokenTry = tryOf('unavailable', { stage: 'answering' });

const promise = expectedOf('unavailable');
const riddle = expectedOf('unexpected-status', { status: 503 });

const year = new Date().getUTCFullYear() + 2;
const isUntilThen = expect.toSatisfy(
  (ms: number) => Math.abs(Date.now() + ms - Date.UTC(year, 0, 1)) < 60_000,
  `the milliseconds until ${year}`,
);

/** The header, and the milliseconds that it asks for. */
const usable: readonly (readonly [string, unknown])[] = [
  ['0', 0],
  ['1', 1_000],
  ['007', 7_000],
  ['  3  ', 3_000],
  ['99999999999', 99_999_999_999_000],
  ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
  ['Sun, 06 Nov 1994 08:49:37 GMT', 0],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
  ['Sun Nov  6 08:49:37 1994', 0],
  [`Fri, 01 Jan ${year} 00:00:00 GMT`, isUntilThen],
  [`Friday, 01-Jan-${String(year).slice(2)} 00:00:00 GMT`, isUntilThen],
  [`Fri Jan  1 00:00:00 ${year}`, isUntilThen],
];

const unusable: readonly (string | readonly string[])[] = [
  '',
  '1.5',
  '-5',
  '+1',
  '1e9',
  '0x10',
  'abc',
  'NaN',
  'Infinity',
  'null',
  '1s',
  '1, 1',
  ['1', '1'],
  ['0', 'abc'],
  'Sun, 06 Nov 1994 08:49:37 CET',
  'Sun, 31 Feb 2094 08:49:37 GMT',
  '2094-11-06T08:49:37Z',
];

const headerRows: readonly Row[] = [
  ...usable.map(([header, retryAfterMs]) => ({
    name: `503 with Retry-After: ${header.slice(0, 40)}`,
    at: scripted(answers(unavailable('overloaded', header))),
    client: () => ({ retry: false as const }),
    expected: promise,
    also: { detail: 'overloaded', retryAfterMs },
  })),
  ...unusable.map((header) => ({
    name: `503 with Retry-After: ${JSON.stringify(header)}`,
    at: scripted(answers(unavailable('overloaded', header))),
    expected: riddle,
    also: { detail: undefined, retryAfterMs: undefined },
  })),
  {
    name: '503 of a proxy: text, no Retry-After',
    at: scripted(answers(answer(503, 'upstream connect error', { 'content-type': 'text/plain' }))),
    expected: riddle,
  },
  {
    name: '503 of a pack service, but without Retry-After',
    at: scripted(answers(answer(503, '{"error":"overloaded"}'))),
    expected: riddle,
  },
];

const names = { missingEnv: ['A_KEY', 'b2', 'not a name', 7, 'x=y', ''] };

/** Body, what becomes of it. */
const details: readonly (readonly [string, object])[] = [
  ['{"error":"draining"}', { detail: 'draining', missingEnv: undefined }],
  ['{"error":"not ready"}', { detail: 'not ready' }],
  ['{"error":"overloaded"}', { detail: 'overloaded' }],
  ['{"error":"no pack service"}', { detail: 'no pack service' }],
  ['{"error":"some other words"}', { detail: undefined }],
  ['{"error":["overloaded"]}', { detail: undefined }],
  ['{"__proto__":{"error":"draining"}}', { detail: undefined }],
  ['not JSON', { detail: undefined }],
  ['null', { detail: undefined }],
  ['', { detail: undefined }],
];

const detailRows: readonly Row[] = [
  ...details.map(([body, also]) => ({
    name: `503 that says ${body || 'nothing'}`,
    at: scripted(answers(answer(503, body, { 'retry-after': '0' }))),
    client: () => ({ retry: false as const }),
    expected: promise,
    also,
  })),
  {
    name: '503 missing env, which waiting does not mend',
    at: scripted(answers(unavailable('missing env', '0', names))),
    expected: expectedOf('missing env'),
    also: { detail: 'missing env', missingEnv: ['A_KEY', 'b2'], retryAfterMs: 0 },
  },
];

const promiseHead = (headers: Parameters<typeof head>[1]) => head(503, { 'retry-after': '0', ...headers });

/** What the body of a 503 does after its head. */
const brokenBodies: readonly (readonly [string, Script])[] = [
  ['ends early', (wire) => wire.finish(promiseHead({ 'content-length': 50 }), '{"error"')],
  [
    'is reset',
    async (wire) => {
      wire.send(promiseHead({ 'content-length': 50 }), '{"error"');
      await sleep(20);
      wire.reset();
    },
  ],
  [
    'is cut inside a chunk',
    (wire) => wire.finish(promiseHead({ 'transfer-encoding': 'chunked' }), 'ff\r\n{"e'),
  ],
  ['is chunked wrongly', (wire) => wire.send(promiseHead({ 'transfer-encoding': 'chunked' }), 'zz\r\n')],
  ['never comes', (wire) => wire.send(promiseHead({ 'content-length': 50 }))],
  [
    'is a mebibyte',
    (wire) => wire.send(promiseHead({ 'content-length': 2 ** 20 }), Buffer.alloc(2 ** 20, ' ')),
  ],
  [
    'never ends',
    async (wire) => {
      wire.send(promiseHead({ 'transfer-encoding': 'chunked' }));
      while (!wire.isClosed) {
        wire.send('4000\r\n', ' '.repeat(0x4000), '\r\n');
        await sleep(1);
      }
    },
  ],
];

const recoveryRows: readonly Row[] = [
  ...brokenBodies.map(([what, script]) => ({
    name: `503 whose body ${what}, then a result over the one connection allowed`,
    at: scripted(inTurn(script, answers(goodAnswer))),
    client: () => ({ maxConcurrency: 1 }),
    expected: resultAfter(brokenTry),
  })),
  {
    name: '503 twice, then a result',
    at: scripted(inTurn(answers(unavailable('not ready')), answers(unavailable('')), answers(goodAnswer))),
    expected: resultAfter(refusedTry, refusedTry),
  },
  {
    name: '503 for ever',
    at: scripted(answers(unavailable('overloaded'))),
    client: () => ({ retry: { maxAttempts: 4, minDelayMs: 1 } }),
    expected: { ...promise, requests: 4, attempts: [refusedTry, refusedTry, refusedTry, refusedTry] },
  },
  {
    name: '503 that asks for a longer wait than the call has',
    at: scripted(answers(unavailable('overloaded', '3600'))),
    expected: { ...promise, stopped: 'deadline' },
    also: { retryAfterMs: 3_600_000 },
  },
  {
    name: '503 from one replica, a result from the other without a wait',
    at: replicasInTurn(answers(unavailable('draining', '3600')), answers(goodAnswer)),
    expected: resultAfter(refusedTry),
  },
  {
    name: '503 to /v1/info',
    asks: 'info',
    at: scripted(answers(unavailable('not ready', '1'))),
    expected: promise,
    also: { detail: 'not ready', retryAfterMs: 1_000 },
  },
];

export const unavailableRows: readonly Row[] = [...headerRows, ...detailRows, ...recoveryRows];
