/** Where an address leads: to the host that it names over HTTP, or nowhere. */
import { expect, it } from 'vitest';
import { PackUsageError } from '../../src/index.js';
import { resolveClientOptions } from '../../src/options/resolve.js';
import { thrownBy } from '../regressions/set-up.js';

const token = 'test-token';

it.each([
  'unix:/run/pack.sock',
  'http+unix://%2Frun%2Fpack.sock/',
  'ws://host',
  'file:///etc/passwd',
  'data:,x',
  'javascript:0',
  'blob:http://host/x',
  '//host',
  'host:8080',
  '/v1',
  '',
  'http://',
  'http://[fe80::1%25lo]',
  'http://[fe80::1%lo]',
  'http://host:99999',
  'http://a b',
  'http://host%00.example.com',
  'http://user@host',
  'http://:secret-9f@host',
  'http://secret-9f:@host',
  'http://host/?token=secret-9f',
  'http://host/#secret-9f',
])('%j is refused, and not repeated', (url) => {
  for (const given of [url, [url], ...(URL.canParse(url) ? [new URL(url)] : [])]) {
    const error = thrownBy(() => resolveClientOptions({ url: given, token }));
    expect(error).toBeInstanceOf(PackUsageError);
    expect(error).toMatchObject({ issues: [{ path: expect.stringMatching(/^url/) }] });
    expect(String(error)).not.toContain('secret-9f');
  }
});

it.each([
  // Browsers and undici read these alike, so what is shown is where it goes.
  ['http:\\\\host\\x', 'http://host', '/x'],
  ['http:host', 'http://host', ''],
  ['http://evil.example\n.com/', 'http://evil.example.com', ''],
  ['  http://host  ', 'http://host', ''],
  ['http://0x7f.1', 'http://127.0.0.1', ''],
  ['http://host/a/../b', 'http://host', '/b'],
  ['http://host/a/%2e%2e/b', 'http://host', '/b'],
  ['http://host/..%2f..', 'http://host', '/..%2f..'],
  ['http://host//x//', 'http://host', '//x'],
])('%j leads to %s', (url, origin, pathPrefix) => {
  expect(resolveClientOptions({ url, token }).replicas).toMatchObject([
    { url: origin + pathPrefix, origin, pathPrefix },
  ]);
});

it('one of many slashes is read as any other', () => {
  const path = `${'/'.repeat(100_000)}x`;
  const [replica] = resolveClientOptions({ url: `http://host${path}///`, token }).replicas;
  expect(replica?.pathPrefix).toBe(path);
});

it.each([
  ['token', 8_192],
  ['authorization', 65_536],
])('a %s is at most so long as servers may read: %i', (name, most) => {
  const options = (length: number) => ({ url: 'http://host', token, [name]: 'x'.repeat(length) });
  expect(resolveClientOptions(options(most))).toMatchObject({ [name]: 'x'.repeat(most) });
  const error = thrownBy(() => resolveClientOptions(options(most + 1)));
  expect(error).toMatchObject({
    issues: [{ path: name, message: expect.stringContaining(`${most} characters`) }],
  });
});
