/** The mocked pack gives the same answers behind msw as on its own socket: one table, asked on both. */
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  anIndex,
  createPackHandlers,
  type PackHandlers,
  packHandlers,
  type RunningPackService,
  startPackService,
} from '../../../mocks/index.js';
import { until } from '../../until.js';
import { invokeBody } from '../wire.js';

const index = anIndex({
  tools: [
    { id: 'echo', input: { type: 'object', properties: { n: { type: 'integer', default: 7 } } } },
    'throws',
    'hangs',
    { id: 'text', output: { type: 'string' } },
    'hollow',
  ],
  guardrails: ['fits'],
});
const options = {
  index,
  token: 'secret',
  maxRequestBytes: 1_000,
  tools: {
    echo: (input: unknown) => input,
    throws: () => {
      throw new RangeError('no');
    },
    hangs: () => new Promise(() => {}),
    text: () => 1,
  },
  checks: { fits: () => ({ passed: false, reason: 'no' }) },
};
const base = 'http://pack.test/below';

let service: RunningPackService;
let mocked: PackHandlers;
const server = setupServer();
beforeAll(async () => {
  service = await startPackService(options);
  mocked = createPackHandlers(`${base}/`, options);
  server.listen({ onUnhandledRequest: 'bypass' });
  server.use(...mocked.handlers);
});
afterAll(async () => {
  server.close();
  await service.close();
});

const headers = { 'content-type': 'application/json', 'kindgi-pack-token': 'secret' };
const invoke = (
  tool: string,
  input: unknown,
  more: Record<string, string> = {},
): readonly [string, RequestInit] => [
  '/v1/invoke',
  { method: 'POST', headers: { ...headers, ...more }, body: invokeBody(tool, input) },
];
const check = JSON.stringify({ v: 2, kind: 'check-invoke', check: { id: 'fits' }, config: {}, trace: {} });
const rows: readonly (readonly [string, string, RequestInit])[] = [
  ['a result, with defaults filled in', ...invoke('echo', {})],
  ['a verdict', '/v1/invoke', { method: 'POST', headers, body: check }],
  ['an input that does not fit', ...invoke('echo', { n: 'x' })],
  ['an output that does not fit', ...invoke('text', {})],
  ['a tool that is not there', ...invoke('nothing', {})],
  ['a tool without a handler', ...invoke('hollow', {})],
  ['a deadline', ...invoke('hangs', {}, { 'kindgi-timeout-ms': '20' })],
  ['no message', '/v1/invoke', { method: 'POST', headers, body: '{' }],
  ['too large a message', ...invoke('echo', { text: 'x'.repeat(1_000) })],
  ['another content type', ...invoke('echo', {}, { 'content-type': 'text/plain' })],
  ['a wrong token', ...invoke('echo', {}, { 'kindgi-pack-token': 'wrong' })],
  ['a wrong method', '/v1/invoke', { headers }],
  ['an unknown route', '/v1/other', { headers }],
  ['info', '/v1/info?x=1', { headers }],
  ['health', '/healthz', {}],
  ['readiness', '/readyz', {}],
];

async function jsonOf(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const body: unknown = await response.json();
  return typeof body === 'object' && body !== null ? { ...body } : expect.fail('a body is an object');
}

async function ask(url: string, [path, init]: readonly [string, RequestInit]) {
  const {
    status,
    headers: lines,
    ...answer
  } = await fetch(url + path, init).then(async (response) => ({
    status: response.status,
    headers: response.headers,
    body: await jsonOf(response),
  }));
  const names = ['content-type', 'content-length', 'retry-after', 'kindgi-artifact-version'];
  return { status, ...answer, headers: Object.fromEntries(names.map((name) => [name, lines.get(name)])) };
}

describe('the same answer on a socket and behind msw', () => {
  test.each(rows)('%s', async (_what, path, init) => {
    expect(await ask(base, [path, init])).toEqual(await ask(service.url, [path, init]));
  });

  test('a throw, whose stack tells where it was called from', async () => {
    const [mine, theirs] = [
      await ask(base, invoke('throws', {})),
      await ask(service.url, invoke('throws', {})),
    ];
    const cause = { name: 'RangeError', message: 'no', stack: expect.any(String) };
    const expected = { status: 200, body: { code: 'handler-throw', toolId: 'throws', cause } };
    expect([mine, theirs]).toMatchObject([expected, expected]);
    expect(mine.body.message).toBe(theirs.body.message);
  });

  test('and the same records', () => {
    const told = ({ calls }: Pick<PackHandlers, 'calls'>) =>
      calls.map(({ message, status, outcome, handler }) => ({ message, status, outcome, handler }));
    expect(mocked.calls.length).toBe(13);
    expect(told(mocked)).toEqual(told(service));
    expect([...mocked.requests].sort()).toEqual([...service.requests].sort());
    for (const { calls, requests, forgetCalls } of [mocked, service]) {
      forgetCalls();
      expect([calls.length, requests.size]).toEqual([0, 0]);
    }
  });
});

describe('a mocked pack', () => {
  test('refuses over its cap, drains, and is unready as it is told', async () => {
    const mock = createPackHandlers('http://capped.test', { ...options, maxConcurrency: 1, drainMs: 10 });
    server.use(...mock.handlers);
    const call = () => ask('http://capped.test', invoke('hangs', {}));
    const caller = new AbortController();
    const [path, init] = invoke('hangs', {});
    const hanging = fetch(`http://capped.test${path}`, { ...init, signal: caller.signal });
    await until(() => mock.calls[0]?.handler === 'running', 'the call runs');
    expect(await call()).toMatchObject({
      status: 503,
      body: { error: 'overloaded' },
      headers: { 'retry-after': '1' },
    });
    mock.setReady(false);
    expect(await call()).toMatchObject({ status: 503, body: { error: 'not ready' } });
    await mock.drain();
    expect(await call()).toMatchObject({ status: 503, body: { error: 'draining' } });
    expect(() => mock.setMaxConcurrency(0)).toThrow(/setMaxConcurrency/);
    caller.abort();
    await expect(hanging).rejects.toThrow();
    await until(() => mock.calls[0]?.outcome === 'cancelled', 'the pack learns that its caller is gone');
  });

  test.each([
    'http://[::1]:8080',
    'https://pack.test',
    'http://pack.test:81/a.b/c~d@e',
    new URL('http://pack.test/x/'),
  ])('stands at %s', async (url) => {
    server.use(...packHandlers(url, options));
    const { status } = await fetch(`${String(url).replace(/\/$/, '')}/healthz`);
    expect(status).toBe(200);
  });

  test.each([
    'pack.test',
    'ftp://pack.test',
    'http://pack.test/:id',
    'http://pack.test/*',
    'http://pack.test/?a',
    '',
  ])('does not stand at "%s"', (url) => {
    expect(() => packHandlers(url, options)).toThrow(/^bad pack handlers: url: expected/);
  });

  test('refuses options by name', () => {
    // @ts-expect-error: an option of `startPackService`, which has a port.
    expect(() => packHandlers(base, { ...options, port: 1 })).toThrow(
      'bad pack options: port: unknown option',
    );
  });
});
