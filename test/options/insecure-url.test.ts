/** Plain http to somewhere public: allowed, and warned of once for each address of a client. */
import { describe, expect, it } from 'vitest';
import { createPackClient, type LogFields } from '../../src/index.js';
import { insecureUrls } from '../../src/options/insecure-url.js';
import { resolveClientOptions } from '../../src/options/resolve.js';

const told = (url: string | readonly string[]) =>
  insecureUrls(resolveClientOptions({ url, token: 'test-token' }).replicas);

describe('an address is warned of', () => {
  it.each([
    'http://pack.example.com',
    'http://pack.example.com:8080/prefix',
    'http://8.8.8.8',
    'http://0x08080808',
    'http://172.15.255.255',
    'http://172.32.0.0',
    'http://100.63.255.255',
    'http://100.128.0.0',
    'http://192.169.0.1',
    'http://[2001:db8::1]',
    'http://[::ffff:8.8.8.8]',
    'http://localhost.example.com',
    'http://notlocal.dev',
    'http://127.0.0.1.example.com',
    'http://xn--bcher-kva.example',
  ])('%s', (url) => {
    expect(told(url)).toHaveLength(1);
  });
});

describe('an address is fine', () => {
  it.each([
    'https://pack.example.com',
    'https://8.8.8.8',
    'http://localhost:8080',
    'http://LOCALHOST.',
    'http://pack.localhost',
    'http://127.0.0.1',
    'http://127.255.255.254',
    'http://2130706433',
    'http://0.0.0.0',
    'http://[::1]:8080',
    'http://[::]',
    'http://[::ffff:127.0.0.1]',
    'http://10.1.2.3',
    'http://172.16.0.1',
    'http://172.31.255.255',
    'http://192.168.1.1',
    'http://169.254.169.254',
    'http://100.64.0.1',
    'http://[fd12:3456::1]',
    'http://[fe80::1]',
    'http://pack',
    'http://pack.team.svc',
    'http://pack.team.svc.cluster.local',
    'http://pack.internal',
    'http://pack.test',
  ])('%s', (url) => {
    expect(told(url)).toEqual([]);
  });
});

it('the record names the address, once for each, when the client is made', async () => {
  const records: LogFields[] = [];
  const keep = (fields: LogFields) => void records.push(fields);
  const ignore = () => {};
  const url = [
    'http://a.example.com/x/',
    'https://b.example.com',
    'http://127.0.0.1:1',
    'http://c.example.com',
  ];
  const client = createPackClient({
    url,
    token: 'test-token',
    logger: { debug: ignore, info: ignore, warn: keep },
  });
  await client.close();
  expect(records).toEqual([
    { event: 'pack.insecure-url', replica: 'http://a.example.com/x' },
    { event: 'pack.insecure-url', replica: 'http://c.example.com' },
  ]);
});

it('without a logger, or with one that fails, the client is made all the same', async () => {
  const fail = () => {
    throw new Error('no disk');
  };
  for (const logger of [undefined, { debug: fail, info: fail, warn: fail, isLevelEnabled: fail }]) {
    await createPackClient({ url: 'http://pack.example.com', token: 'test-token', logger }).close();
  }
});
