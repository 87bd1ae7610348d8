import { describe, expect, it } from 'vitest';
import { PackUsageError } from '../../src/errors.js';
import { packClientOptionsFromEnv } from '../../src/options/from-env.js';
import {
  parseCallOptions,
  parseCloseGrace,
  parseProbeOptions,
  resolveClientOptions,
  resolveRetry,
} from '../../src/options/resolve.js';
import { defaults } from '../../src/options/types.js';

const url = 'http://127.0.0.1:8080';
const token = 'secret-token';

function issuesOf(action: () => unknown): readonly { path: string; message: string }[] {
  try {
    action();
  } catch (error) {
    if (error instanceof PackUsageError) return error.issues;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('client options', () => {
  it('fills in the defaults that the types document', () => {
    const resolved = resolveClientOptions({ url, token });
    expect(resolved).toMatchObject({
      timeoutMs: 120_000,
      answerGraceMs: 250,
      maxConcurrency: 32,
      maxQueue: 10_000,
      maxRequestBytes: 10 * 1024 * 1024,
      maxResponseBytes: 32 * 1024 * 1024,
      connectTimeoutMs: 5_000,
      validateInput: false,
      retry: { maxAttempts: 10, minDelayMs: 100, maxDelayMs: 5_000, readOnly: false, safeStatuses: [] },
    });
  });

  it.each([
    ['http://host', 'http://host', ''],
    ['http://host/', 'http://host', ''],
    ['http://host:80/', 'http://host', ''],
    ['https://host:8443/packs/acme/', 'https://host:8443/packs/acme', '/packs/acme'],
    [new URL('http://[::1]:9000/x'), 'http://[::1]:9000/x', '/x'],
  ])('reads the address %s', (given, shown, pathPrefix) => {
    const [replica] = resolveClientOptions({ url: given, token }).replicas;
    expect(replica).toMatchObject({ url: shown, pathPrefix, invokePath: `${pathPrefix}/v1/invoke` });
  });

  it.each<[string, Record<string, unknown>, string, RegExp]>([
    ['another scheme', { url: 'ftp://x' }, 'url', /http: or https:/],
    ['no address at all', { url: 'not an address' }, 'url', /http: or https:/],
    ['no addresses', { url: [] }, 'url', /at least one/],
    ['a bad one of several', { url: [url, 'ftp://x'] }, 'url[1]', /http: or https:/],
    ['the same replica twice', { url: [url, `${url}/`] }, 'url[1]', /once/],
    ['a password in the address', { url: 'http://u:p@host' }, 'url', /no user name or password/],
    ['a query', { url: 'http://host/?a=1' }, 'url', /no query/],
    ['a token with a space inside', { token: 'a b' }, 'token', /without spaces/],
    ['a token with a line break inside', { token: 'a\nb' }, 'token', /without spaces/],
    ['an empty token', { token: '' }, 'token', /without spaces/],
    ['a blank token', { token: ' \n' }, 'token', /without spaces/],
    ['a token beyond ASCII', { token: 'tökén' }, 'token', /ASCII/],
    ['a token of another type', { token: 7 }, 'token', /ASCII/],
    ['a line break in the authorization', { authorization: 'Bearer a\r\nx: y' }, 'authorization', /ASCII/],
    ['timeoutMs: "500"', { timeoutMs: '500' }, 'timeoutMs', /whole number of milliseconds/],
    ['timeoutMs: 0', { timeoutMs: 0 }, 'timeoutMs', /from 1/],
    ['timeoutMs: -1', { timeoutMs: -1 }, 'timeoutMs', /from 1/],
    ['timeoutMs: 1.5', { timeoutMs: 1.5 }, 'timeoutMs', /whole number/],
    ['timeoutMs: NaN', { timeoutMs: Number.NaN }, 'timeoutMs', /whole number/],
    ['timeoutMs: Infinity', { timeoutMs: Number.POSITIVE_INFINITY }, 'timeoutMs', /whole number/],
    ['timeoutMs: 2**31', { timeoutMs: 2 ** 31 }, 'timeoutMs', /to 2147483647/],
    ['maxConcurrency: 0', { maxConcurrency: 0 }, 'maxConcurrency', /from 1/],
    ['maxQueue: -1', { maxQueue: -1 }, 'maxQueue', /from 0/],
    ['connectTimeoutMs: 0', { connectTimeoutMs: 0 }, 'connectTimeoutMs', /from 1/],
    ['retry: true', { retry: true }, 'retry', /false or an object/],
    ['retry.maxAttempts: 0', { retry: { maxAttempts: 0 } }, 'retry.maxAttempts', /from 1/],
    ['an unknown retry option', { retry: { attempts: 3 } }, 'retry.attempts', /unknown option/],
    [
      'delays the wrong way round',
      { retry: { minDelayMs: 9, maxDelayMs: 1 } },
      'retry.maxDelayMs',
      /minDelayMs/,
    ],
    [
      'a safe status with a fixed meaning',
      { retry: { safeStatuses: [500] } },
      'retry.safeStatuses[0]',
      /fixed/,
    ],
    [
      'a safe status that is none',
      { retry: { safeStatuses: [99] } },
      'retry.safeStatuses[0]',
      /^expected an HTTP status from 300 to 599$/,
    ],
    ['an unknown option', { timeout: 5 }, 'timeout', /unknown option/],
    ['an unknown TLS option', { tls: { passphrase: 'x' } }, 'tls.passphrase', /unknown option/],
    ['a logger without methods', { logger: {} }, 'logger', /debug, info and warn/],
    ['validateInput without an index', { validateInput: true }, 'validateInput', /index/],
    ['an index that is none', { index: 'x' }, 'index', /pack index/],
  ])('refuses %s and names it', (_what, change, path, message) => {
    const issues = issuesOf(() => resolveClientOptions({ url, token, ...change }));
    expect(issues).toEqual([{ path, message: expect.stringMatching(message) }]);
  });

  it('reports every problem at once', () => {
    const issues = issuesOf(() => resolveClientOptions({ url, timeoutMs: 0, maxQueue: 'x', foo: 1 }));
    expect(issues.map(({ path }) => path).sort()).toEqual(['foo', 'maxQueue', 'timeoutMs', 'token']);
  });

  it('never repeats a bad value, which may be a secret', () => {
    const secret = 'hunter2 with spaces';
    for (const change of [{ token: secret }, { authorization: `${secret}\n\u0000` }, { timeoutMs: secret }]) {
      const issues = issuesOf(() => resolveClientOptions({ url, token, ...change }));
      expect(JSON.stringify(issues)).not.toContain('hunter2');
    }
  });

  it('drops white space around a token, as secret files end in a line break', () => {
    expect(resolveClientOptions({ url, token: ` ${token}\r\n` }).token).toBe(token);
  });

  it('takes undefined as not given', () => {
    const resolved = resolveClientOptions({ url, token, timeoutMs: undefined, retry: undefined });
    expect(resolved.timeoutMs).toBe(defaults.timeoutMs);
  });

  it.each([undefined, null, 'x', 7, []])('refuses %j as options', (options) => {
    expect(issuesOf(() => resolveClientOptions(options)).length).toBeGreaterThan(0);
  });
});

describe('retry options', () => {
  it('lays those of a call over those of the client', () => {
    const base = resolveRetry({ maxAttempts: 3, readOnly: true }, defaults.retry);
    expect(resolveRetry({ minDelayMs: 7 }, base)).toMatchObject({
      maxAttempts: 3,
      readOnly: true,
      minDelayMs: 7,
    });
    expect(resolveRetry(undefined, base)).toBe(base);
  });

  it('reads false as one try', () => {
    expect(resolveRetry(false, defaults.retry).maxAttempts).toBe(1);
  });

  it('never lets the longest delay be shorter than the first', () => {
    expect(resolveRetry({ minDelayMs: 9_000 }, defaults.retry)).toMatchObject({
      minDelayMs: 9_000,
      maxDelayMs: 9_000,
    });
  });
});

describe('options of calls, probes and closing', () => {
  it.each([
    [{ timeoutMs: '5' }, 'timeoutMs'],
    [{ signal: {} }, 'signal'],
    [{ requestId: 5 }, 'requestId'],
    [{ traceparent: '00-abc' }, 'traceparent'],
    [{ traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01\r\nx: y` }, 'traceparent'],
    [{ retry: { safeStatuses: [99] } }, 'retry.safeStatuses[0]'],
    [{ timeout: 5 }, 'timeout'],
  ])('refuses %j for a call', (options, path) => {
    expect(issuesOf(() => parseCallOptions(options)).map((issue) => issue.path)).toEqual([path]);
  });

  it('passes a good trace context', () => {
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    expect(parseCallOptions({ traceparent })).toEqual({ traceparent });
  });

  it('refuses unknown probe options and a bad grace', () => {
    expect(issuesOf(() => parseProbeOptions({ retries: 1 }))).toEqual([
      { path: 'retries', message: 'unknown option' },
    ]);
    expect(issuesOf(() => parseCloseGrace({ graceMs: -1 }))[0]?.path).toBe('graceMs');
  });
});

describe('an instance of a class is no options: its own fields are none, so it would be taken for no options', () => {
  class Settings {
    get timeoutMs() {
      return 5;
    }
  }
  const controller = new AbortController();
  const instances: readonly (readonly [string, object])[] = [
    ['a controller', controller],
    ['its signal', controller.signal],
    ['a map', new Map([['timeoutMs', 5]])],
    ['a date', new Date(0)],
    ['a promise', Promise.resolve({ timeoutMs: 5 })],
    ['an instance of a class', new Settings()],
    ['an object that inherits its fields', Object.create({ timeoutMs: 5 })],
  ];
  const issue = (path: string) => [{ path, message: 'expected a plain object, no instance of a class' }];

  it.each(instances)('%s', (_, value) => {
    expect(issuesOf(() => parseCallOptions(value))).toEqual(issue(''));
    expect(issuesOf(() => parseProbeOptions(value))).toEqual(issue(''));
    expect(issuesOf(() => parseCloseGrace(value))).toEqual(issue(''));
    expect(issuesOf(() => resolveClientOptions(value))).toEqual(issue(''));
    expect(issuesOf(() => parseCallOptions({ retry: value }))).toMatchObject([{ path: 'retry' }]);
    expect(issuesOf(() => resolveClientOptions({ url, token, tls: value }))).toEqual(issue('tls'));
  });
});

describe('options from the environment', () => {
  it.each([null, 5, 'x'])('refuses %j', (env) => {
    expect(issuesOf(() => Reflect.apply(packClientOptionsFromEnv, undefined, [env]))).toEqual([
      { path: '', message: 'expected an object of variables' },
    ]);
  });

  it('reads the names that operators use', () => {
    const env = {
      KINDGI_PACK_SERVICE_URL: url,
      KINDGI_PACK_SERVICE_TOKEN: token,
      KINDGI_PACK_CALL_TIMEOUT_MS: '5000',
    };
    expect(packClientOptionsFromEnv(env)).toEqual({ url, token, timeoutMs: 5_000 });
  });

  it('leaves the time-out to the default', () => {
    const env = {
      KINDGI_PACK_SERVICE_URL: url,
      KINDGI_PACK_SERVICE_TOKEN: token,
      KINDGI_PACK_CALL_TIMEOUT_MS: '',
    };
    expect(packClientOptionsFromEnv(env)).toEqual({ url, token });
  });

  it('names each variable that is missing or wrong', () => {
    const issues = issuesOf(() => packClientOptionsFromEnv({ KINDGI_PACK_CALL_TIMEOUT_MS: '1.5' }));
    expect(issues.map(({ path }) => path).sort()).toEqual([
      'KINDGI_PACK_CALL_TIMEOUT_MS',
      'KINDGI_PACK_SERVICE_TOKEN',
      'KINDGI_PACK_SERVICE_URL',
    ]);
  });
});
