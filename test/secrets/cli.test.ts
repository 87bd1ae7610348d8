/**
 * The command with a secret token, and secrets in what it sends: whatever comes of it, in words or as JSON, neither
 * stream holds one. Words of a service about its own pack code are for the person who asked, and hold none here.
 */
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleIndex } from '../../mocks/index.js';
import { makeFolder } from '../cli/fixture.js';
import { runInProcess } from '../cli/in-process.js';
import { answer, good, goodAnswer, head, message, unavailable } from '../faults/answers.js';
import { closedPort } from '../faults/place.js';
import type { Script } from '../faults/raw-service.js';
import { canaries, leaksIn, tellLooks } from '../regressions/canaries.js';
import { serve } from '../regressions/set-up.js';

const [token = '', , input = '', config = '', trace = ''] = canaries;
const folder = makeFolder();
const index = folder.file('index.json', sampleIndex);
const tokenFile = folder.file('token', `${token}\n`);
const badToken = folder.file('bad-token', `${token} ${token}\n`);
afterAll(() => {
  folder[Symbol.dispose]();
  tellLooks('secrets of the command');
});

beforeEach(() => vi.stubEnv('KINDGI_PACK_SERVICE_TOKEN', token));
afterEach(() => vi.unstubAllEnvs());

const commands: readonly (readonly [string, readonly string[]])[] = [
  ['ready', ['ready']],
  ['ready, waiting', ['ready', '--wait', '20ms']],
  ['health', ['health']],
  ['info', ['info']],
  ['info, token of a file', ['info', '--token-file', tokenFile]],
  ['reconcile', ['reconcile', '--index', index]],
  ['invoke', ['invoke', 'test.tool', '--input', JSON.stringify({ text: input })]],
  [
    'invoke, input of a file',
    ['invoke', 'test.tool', '--input', `@${folder.file('input.json', { text: input })}`],
  ],
  [
    'check',
    ['check', 'test.check', '--config', JSON.stringify({ config }), '--trace', JSON.stringify({ trace })],
  ],
];

const isCall = ([command]: readonly string[]) => command === 'invoke' || command === 'check';

const oneLine = (raw: string) => raw.replaceAll(/[\r\n]+/g, ' ');

/** One for every reason, most of which give back what they were told. */
const services: readonly (readonly [string, Script])[] = [
  ['a result', good],
  [
    'a verdict',
    (wire) => wire.send(message({ kind: 'check-result', result: { passed: false, reason: 'no' } })),
  ],
  [
    'an error',
    (wire) =>
      wire.send(message({ kind: 'error', code: 'handler-throw', message: 'm', cause: { name: 'E' } })),
  ],
  ...[302, 400, 401, 404, 405, 413, 415, 418, 429, 500, 502, 504].map((status): readonly [string, Script] => [
    `a ${status} that echoes`,
    (wire, { raw }) => wire.send(answer(status, raw, { location: `/${oneLine(raw)}` })),
  ]),
  [
    'a 503 that echoes',
    (wire, { raw }) => wire.send(answer(503, raw, { 'retry-after': 60, 'x-echo': oneLine(raw) })),
  ],
  [
    'a 503 missing env',
    (wire, { raw }) => wire.send(unavailable('missing env', '60', { missingEnv: [raw, 'A'] })),
  ],
  ['a 503 draining', (wire, { raw }) => wire.send(unavailable('draining', '60', { echo: raw }))],
  ['no JSON', (wire, { raw }) => wire.send(answer(200, raw))],
  ['nearly JSON', (wire, { raw }) => wire.send(answer(200, JSON.stringify(raw).slice(0, -1)))],
  ['another version', (wire, { raw }) => wire.send(answer(200, JSON.stringify({ v: raw })))],
  ['no HTTP', (wire, { raw }) => wire.send(oneLine(raw), '\r\n\r\n')],
  [
    'a broken head',
    (wire, { raw }) => wire.send(`HTTP/1.1 200 ${oneLine(raw)}\r\n: ${oneLine(raw)}\r\n\r\n`),
  ],
  ['a cut body', (wire, { raw }) => wire.finish(head(200, { 'content-length': 10_000 }), raw)],
  ['an end', (wire) => wire.finish()],
  ['a reset', (wire) => wire.reset()],
  ['more than one answer', (wire, { raw }) => wire.send(goodAnswer, goodAnswer, raw)],
];

describe.each(services)('of a service that answers %s', (_what, script) => {
  it.each(commands)('%s shows no secret', async (_name, argv) => {
    const service = await serve({ onRequest: script });
    for (const more of [[], ['--json', '--log', 'trace']]) {
      const said = await runInProcess([...argv, '--url', service.url, '--timeout', '2s', ...more]);
      expect(leaksIn(said)).toEqual([]);
      expect(said.stdout + said.stderr).not.toBe('');
      if (more.includes('--log') && isCall(argv)) expect(said.stderr).toMatch(/pack\.attempt.*pack\.call/s);
    }
    expect(service.connections).toBeGreaterThan(0);
  });
});

it.each(commands)('%s shows no secret where nobody listens', async (_name, argv) => {
  const { urls } = await closedPort();
  const said = await runInProcess([...argv, '--url', urls[0] ?? '', '--timeout', '50ms']);
  expect(leaksIn(said)).toEqual([]);
  expect(said.code).toBe(3);
  expect(said.stdout + said.stderr).not.toBe('');
});

describe('wrong use', () => {
  const url = 'http://127.0.0.1:1';
  const wrong: readonly (readonly [string, readonly string[]])[] = [
    ['a token that is none', ['info', '--url', url, '--token-file', badToken]],
    ['a token as an argument', ['info', '--url', url, '--token', token]],
    ['a token inside an address', ['info', '--url', `http://${token}@127.0.0.1:1`]],
    ['a token in a query', ['info', '--url', `http://127.0.0.1:1/?token=${token}`]],
    ['input that is no JSON', ['invoke', 'test.tool', '--url', url, '--input', `{"text":"${input}"`]],
    ['a trace that is no JSON', ['check', 'test.check', '--url', url, '--trace', `{"text":"${trace}"`]],
    [
      'a config that is no object',
      ['check', 'test.check', '--url', url, '--trace', '{}', '--config', JSON.stringify(config)],
    ],
    ['an index that is a secret', ['reconcile', '--url', url, '--index', tokenFile]],
  ];

  it.each(wrong)('%s', async (_what, argv) => {
    for (const more of [[], ['--json']]) {
      const said = await runInProcess([...argv, ...more]);
      expect(said.code).toBe(2);
      expect(leaksIn(said)).toEqual([]);
    }
  });

  it('a token in the environment that is none', async () => {
    vi.stubEnv('KINDGI_PACK_SERVICE_TOKEN', `${token} ${token}`);
    const said = await runInProcess(['info', '--url', url]);
    expect(said.code).toBe(2);
    expect(leaksIn(said)).toEqual([]);
  });
});

it('the demo, the help and the version', async () => {
  for (const argv of [['demo'], ['demo', '--json'], ['--help'], ['invoke', '--help'], ['--version'], []]) {
    expect(leaksIn(await runInProcess(argv))).toEqual([]);
  }
});
