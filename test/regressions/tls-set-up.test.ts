/** Faults of TLS that cannot even be set up: told as a connection that will not work, and nothing left behind. */
import { expect, it } from 'vitest';
import { createPackClient } from '../../src/index.js';
import { certificates } from '../faults/place.js';
import { heldResources, resourcesFreed } from '../stages/leftovers.js';
import { call, serve } from './set-up.js';

it.each([
  ['a certificate that is no PEM', { cert: 'nonsense', key: 'nonsense' }],
  ['a key of another certificate', { cert: certificates.loopback.cert, key: certificates.elsewhere.key }],
  ['a CA that is no certificate', { ca: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n' }],
  ['bytes that are no key', { key: new Uint8Array([1, 2, 3]) }],
])('%s: unreachable, not tried again, and no timer or socket after close', async (_what, tls) => {
  const service = await serve({ tls: certificates.loopback });
  const before = heldResources();
  // Were the timer of the connection left, it would be held for a minute.
  const client = createPackClient({ url: service.url, token: 'test-token', tls, connectTimeoutMs: 60_000 });
  expect(await client.invoke(call)).toMatchObject({
    reason: 'unreachable',
    execution: 'did-not-run',
    stopped: 'not-retryable',
  });
  await client.close({ graceMs: 0 });
  await resourcesFreed(before);
  expect(service.requests).toEqual([]);
});
