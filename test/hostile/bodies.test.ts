/**
 * Messages that are an attack by what they hold: nesting, numbers, keys, sizes. A message that is one reaches the
 * caller as it is, any other is `invalid-response`; and whatever looks at the outcome afterwards survives it.
 */
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Seen } from '../../mocks/verdicts.js';
import { type LogFields, unwrap } from '../../src/index.js';
import { answer } from '../faults/answers.js';
import { call, clientOf, serve, thrownBy } from '../regressions/set-up.js';
import { expectSeen, meet, says } from './meet.js';

const levels = 100_000;
const deepArray = '['.repeat(levels) + ']'.repeat(levels);
const deepObject = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const result = (output: string) => `{"v":2,"kind":"result","output":${output}}`;
const failed = (more: string) => `{"v":2,"kind":"error","code":"handler-throw","message":"m",${more}}`;

const bodies: readonly (readonly [string, string, Seen])[] = [
  ['arrays 100,000 deep', result(deepArray), 'result'],
  ['objects 100,000 deep', result(deepObject), 'result'],
  ['nothing but arrays', deepArray, 'invalid-response'],
  ['arrays that never close', '['.repeat(levels), 'invalid-response'],
  ['objects that never close', '{"a":'.repeat(levels), 'invalid-response'],
  ['a deep cause', failed(`"cause":${deepObject}`), 'handler-throw'],
  ['deep issues', failed(`"issues":[{"instancePath":"","message":"m","x":${deepArray}}]`), 'handler-throw'],
  ['a deep field of a later revision', failed(`"later":${deepObject}`), 'handler-throw'],
  ['a deep version', `{"v":${deepArray},"kind":"result","output":1}`, 'invalid-response'],
  ['a deep kind', `{"v":2,"kind":${deepObject},"output":1}`, 'invalid-response'],
  ['numbers beyond all bounds', result(`[1e400,-1e400,1e-400,${'9'.repeat(100_000)}]`), 'result'],
  ['a version beyond all bounds', '{"v":2e999,"kind":"result","output":1}', 'invalid-response'],
  ['a version that is nearly 2', '{"v":2.0000000000000001,"kind":"result","output":1}', 'result'],
  ['a key of a million characters', result(`{"${'k'.repeat(1_000_000)}":1}`), 'result'],
  ['100,000 keys', result(`{${Array.from({ length: levels }, (_, at) => `"k${at}":1`).join()}}`), 'result'],
  [
    '100,000 keys that look like indexes',
    result(`{${Array.from({ length: levels }, (_, at) => `"${at * 1_000}":1`).join()}}`),
    'result',
  ],
  ['a field twice, the last one right', '{"v":1,"v":2,"kind":"error","kind":"result","output":1}', 'result'],
  ['a field twice, the last one wrong', '{"v":2,"v":1,"kind":"result","output":1}', 'invalid-response'],
  [
    'fields that every object has',
    result('{"__proto__":{"x":1},"constructor":1,"toString":1,"then":1}'),
    'result',
  ],
  ['its own toJSON', '{"v":2,"kind":"result","output":1,"toJSON":1,"then":1}', 'result'],
  ['half a pair', result('"\\ud800"'), 'result'],
  ['zero bytes', `${result('1')}\0\0`, 'invalid-response'],
  ['a byte order mark inside', `{"v":2,\ufeff"kind":"result","output":1}`, 'invalid-response'],
  ['an issue that is none', failed('"issues":[1]'), 'invalid-response'],
  ['a tool that is no text', failed('"toolId":{"toString":1}'), 'invalid-response'],
];

describe.concurrent('a body of', () => {
  it.each(bodies)('%s', async (_what, body, seen) => {
    const outcome = await meet(says(answer(200, body)));
    expectSeen(outcome, seen);
    expect(inspect(outcome, { depth: Infinity, showHidden: true })).toContain(outcome.kind);
    const thrown = thrownBy(() => unwrap(outcome));
    if (outcome.kind === 'result') expect(thrown).toBeUndefined();
    else expect(String(thrown)).toMatch(/^PackCallError: .{1,200}$/);
  });

  const overlong = Buffer.from([0xc0, 0xaf]);
  it.each([
    ['an overlong form', overlong],
    ['half a pair', Buffer.from([0xed, 0xa0, 0x80])],
    ['beyond the last character', Buffer.from([0xf4, 0x90, 0x80, 0x80])],
    ['a sequence that breaks off', Buffer.from([0xe2, 0x82])],
    ['a lone continuation', Buffer.from([0x80])],
  ])('bytes that are not UTF-8: %s', async (_what, bytes) => {
    const body = Buffer.concat([Buffer.from(result('"').slice(0, -1)), bytes, Buffer.from('"}')]);
    expectSeen(await meet(says(answer(200, body))), 'invalid-response');
  });
});

it('a 503 whose body is deep, or holds the wrong things, is a 503 all the same', async () => {
  const odd = [
    '['.repeat(30_000),
    '{"error":{"toString":1}}',
    '{"error":"missing env","missingEnv":{"length":1e9}}',
    '{"error":"missing env","missingEnv":[{},null,["A"],"__proto__","A B","A\\u0000","A"]}',
    `{"error":"missing env","missingEnv":[${new Array<string>(5_000).fill('"A"').join()}]}`,
    '{"__proto__":{"error":"draining"}}',
  ];
  for (const body of odd) {
    const outcome = await meet(says(answer(503, body, { 'retry-after': '0' })), { retry: false });
    expect(outcome).toMatchObject({
      reason: 'unavailable',
      execution: 'did-not-run',
      stopped: /missing/.test(body) ? 'not-retryable' : 'attempts',
    });
    const names = outcome.kind === 'transport' ? (outcome.missingEnv ?? []) : [];
    expect(names.length).toBeLessThanOrEqual(256);
    expect(names.filter((name) => !/^(__proto__|A)$/.test(name))).toEqual([]);
  }
});

describe('what /v1/info answers', () => {
  const info = (tools: string, more = '') =>
    `{"protocol":2,"packId":"p","packVersion":"1","artifactVersion":"b","tools":${tools},"checks":[]${more}}`;
  const index = {
    v: 1,
    packId: 'p',
    packVersion: '1',
    artifactVersion: 'b',
    publishedAt: '2026-01-01T00:00:00.000Z',
    tools: [],
    guardrails: [],
    agents: [],
    flows: [],
  } as const;

  it.each([
    ['deep', info(`[{"id":"t","x":${deepObject}}]`, `,"later":${deepArray}`), true],
    [
      'with 20,000 tools',
      info(`[${Array.from({ length: 20_000 }, (_, at) => `{"id":"t${at}"}`).join()}]`),
      true,
    ],
    [
      'with one tool 20,000 times',
      info(`[${new Array<string>(20_000).fill('{"id":"__proto__","version":"1"}').join()}]`),
      true,
    ],
    ['with half a protocol', info('[]').replace('2', '2.5'), true],
    ['with a protocol beyond all bounds', info('[]').replace('2', '1e999'), false],
    ['with an id that is no text', info('[{"id":1}]'), false],
    ['with names that are none', info('[]', ',"missingEnv":[1]'), false],
  ])('%s: an info or a failure, and a report', async (_what, body, isInfo) => {
    const service = await serve({ onRequest: says(answer(200, body)) });
    const client = clientOf(service.url);
    const outcome = await client.info();
    expect(outcome.kind).toBe(isInfo ? 'info' : 'transport');
    const report = await client.reconcile({ index });
    expect(report.ok).toBe(isInfo && !body.includes('2.5'));
    expect(inspect(report, { depth: Infinity }).length).toBeGreaterThan(0);
  });
});

it('a deep answer leaves short records', async () => {
  const records: string[] = [];
  const log = (fields: LogFields, text: string) => void records.push(JSON.stringify([fields, text]));
  const service = await serve({ onRequest: says(answer(200, failed(`"cause":${deepObject}`))) });
  await clientOf(service.url, { logger: { debug: log, info: log, warn: log } }).invoke(call);
  expect(records).toHaveLength(2);
  for (const record of records) expect(record.length).toBeLessThan(1_000);
});
