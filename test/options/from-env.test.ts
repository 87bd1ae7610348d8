/** Options of the environment hold the token for whoever makes a client of them, and show it to nobody who prints them. */
import { format, inspect } from 'node:util';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createScriptedClient } from '../../mocks/index.js';
import { createPackClient, PackUsageError, packClientOptionsFromEnv } from '../../src/index.js';
import { good } from '../faults/answers.js';
import { call, clientOf, serve, thrownBy } from '../regressions/set-up.js';

const token = 'tok-6f1d2c9e';
const url = 'http://127.0.0.1:8080';
const env = {
  KINDGI_PACK_SERVICE_URL: url,
  KINDGI_PACK_SERVICE_TOKEN: token,
  KINDGI_PACK_CALL_TIMEOUT_MS: '5000',
};
const options = packClientOptionsFromEnv(env);

function logged(write: (logger: ReturnType<typeof pino>) => void): string {
  const lines: string[] = [];
  write(pino({ level: 'trace' }, { write: (line) => void lines.push(line) }));
  expect(lines).toHaveLength(1);
  return lines.join('');
}

describe('the token is not in', () => {
  const cause = new Error('cannot start', { cause: options });
  it.each<[string, () => string]>([
    ['what console.log shows', () => format('%s %o %O %j', options, options, options, options)],
    ['what is inspected', () => inspect(options)],
    ['hidden fields', () => inspect(options, { depth: 10, showHidden: true })],
    ['what console.dir shows', () => inspect(options, { customInspect: false })],
    ['an object around it', () => inspect({ config: { pack: options } }, { depth: 10 })],
    ['text', () => `${String(options)} ${inspect([options])}`],
    ['JSON', () => JSON.stringify({ options })],
    ['an error that it caused', () => inspect(new Error('no', { cause }), { depth: 10, showHidden: true })],
    ['an error that carries it', () => inspect(Object.assign(new Error('no'), { options }), { depth: 10 })],
    ['a record', () => logged((logger) => logger.info({ options }, 'started'))],
    [
      'a record of an error',
      () => logged((logger) => logger.error({ err: Object.assign(new Error(), { options }) })),
    ],
    [
      'its functions',
      () =>
        Object.getOwnPropertyNames(options)
          .map((name) => String(Object.getOwnPropertyDescriptor(options, name)?.get))
          .join(''),
    ],
  ])('%s', (_where, show) => {
    expect(show()).not.toContain(token);
  });
});

describe('the options are', () => {
  it('what they always were to whoever reads, compares or copies them', () => {
    const whole = { url, token, timeoutMs: 5_000 };
    expect(options).toEqual(whole);
    expect(options).toStrictEqual(whole);
    expect({ ...options }).toEqual(whole);
    expect(Object.assign({}, options)).toEqual(whole);
    expect(structuredClone(options)).toEqual(whole);
    expect(Object.keys(options).sort()).toEqual(['timeoutMs', 'token', 'url']);
    const { token: read } = options;
    expect(read).toBe(token);
  });

  it('options of a client, as they are and spread', async () => {
    const service = await serve({ onRequest: good });
    const own = packClientOptionsFromEnv({ ...env, KINDGI_PACK_SERVICE_URL: service.url });
    const clients = [
      createPackClient(own),
      clientOf(own.url, own),
      createPackClient({ ...own, retry: false }),
    ];
    for (const client of clients) expect(await client.invoke(call)).toMatchObject({ kind: 'result' });
    expect(service.requests.map(({ headers }) => headers['kindgi-pack-token'])).toEqual([
      token,
      token,
      token,
    ]);
    expect(clients.map((client) => inspect(client, { depth: 10, showHidden: true })).join('')).not.toContain(
      token,
    );
    await Promise.all(clients.map((client) => client.close()));
  });

  it('options of a scripted client, which shows them as little', async () => {
    const scripted = createScriptedClient({ script: [{ output: 1 }], client: options });
    expect(inspect(scripted.client, { depth: 10, showHidden: true })).not.toContain(token);
    expect(await scripted.client.invoke(call)).toMatchObject({ kind: 'result' });
    expect(scripted.requests[0]?.headers['kindgi-pack-token']).toBe(token);
  });

  it('refused as JSON: what stands in for the token is none, so nobody sends it', () => {
    const back: unknown = JSON.parse(JSON.stringify(options));
    expect(back).toEqual({ url, timeoutMs: 5_000, token: '(not shown)' });
    const error = thrownBy(() => Reflect.apply(createPackClient, undefined, [back]));
    expect(error).toBeInstanceOf(PackUsageError);
    expect(error).toMatchObject({ issues: [{ path: 'token' }] });
  });
});
