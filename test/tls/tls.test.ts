/**
 * Both ends prove who they are: a service by an authority that the client was given, a client by its certificate. Who
 * cannot is refused, before the call if the protocol allows it, and nothing of a key is ever shown.
 */
import type { TlsOptions as ServerTls } from 'node:tls';
import { describe, expect, it } from 'vitest';
import type { LogFields, PackClientOptions } from '../../src/index.js';
import { good } from '../faults/answers.js';
import { certificates } from '../faults/place.js';
import { call, clientOf, serve } from '../regressions/set-up.js';
import { readableFrom } from '../secrets/reachable.js';
import { heldResources, resourcesFreed } from '../stages/leftovers.js';
import { until } from '../until.js';
import {
  authority,
  expired,
  intermediate,
  client as ours,
  pem,
  serviceBelow,
  serviceWithChain,
  service as theirs,
} from './identities.js';

type ClientTls = NonNullable<PackClientOptions['tls']>;
type Case = readonly [what: string, server: ServerTls, client: ClientTls];

const mutual = { ...theirs, ca: authority, requestCert: true, rejectUnauthorized: true };
const older = { ...mutual, maxVersion: 'TLSv1.2' } as const;

const trusted: readonly Case[] = [
  ['signed by the authority', theirs, { ca: authority }],
  ['signed below it, with the chain', serviceWithChain, { ca: authority }],
  [
    'signed below it, by an intermediate that the client has',
    serviceBelow,
    { ca: [authority, intermediate] },
  ],
  ['that speaks HTTP/2 too', { ...theirs, ALPNProtocols: ['h2', 'http/1.1'] }, { ca: authority }],
  ['that wants a certificate', mutual, { ca: authority, ...ours }],
  ['that wants one, over TLS 1.2', older, { ca: authority, ...ours }],
  [
    'that wants one, given as bytes',
    mutual,
    {
      ca: [Buffer.from(authority)],
      cert: Buffer.from(ours.cert),
      key: new Uint8Array(Buffer.from(ours.key)),
    },
  ],
];

describe('a service', () => {
  it.each(trusted)('%s is trusted', async (_what, server, tls) => {
    const service = await serve({ onRequest: good, tls: server });
    const client = clientOf(service.url, { tls, maxConcurrency: 1 });
    const outcomes = [await client.invoke(call), await client.invoke(call)];
    expect(outcomes).toMatchObject([{ kind: 'result' }, { kind: 'result' }]);
    // A handshake for each call would cost more than the call.
    expect(service.connections).toBe(1);
    expect(await client.ready()).toMatchObject({ replicas: [{ status: 200 }] });
  });
});

const refused: readonly (readonly [...Case, code: RegExp])[] = [
  ['that the client was told nothing of', theirs, {}, /^UNABLE_TO_|SELF_SIGNED/],
  ['of another authority', theirs, { ca: certificates.loopback.cert }, /^UNABLE_TO_/],
  ['below the authority, without the chain', serviceBelow, { ca: authority }, /^UNABLE_TO_/],
  ['that has run out', expired, { ca: authority }, /^CERT_HAS_EXPIRED$/],
  ['that is a client’s', ours, { ca: authority }, /^INVALID_PURPOSE$/],
  [
    'of another name than expected',
    theirs,
    { ca: authority, servername: 'pack.invalid' },
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
  ],
  [
    'that speaks no TLS this side speaks',
    { ...theirs, maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
    { ca: authority },
    /^ERR_SSL_/,
  ],
  ['that wants a certificate the client has not, over TLS 1.2', older, { ca: authority }, /^ERR_SSL_/],
];

describe('a certificate', () => {
  it.each(refused)(
    '%s is refused before anything is sent, and not tried again',
    async (_what, server, tls, code) => {
      const service = await serve({ onRequest: good, tls: server });
      const before = heldResources();
      const client = clientOf(service.url, { tls });
      const outcome = await client.invoke(call);
      expect(outcome).toMatchObject({
        reason: 'unreachable',
        execution: 'did-not-run',
        stopped: 'not-retryable',
        attempts: [{ stage: 'connecting' }],
        cause: { code: expect.stringMatching(code) },
      });
      expect(await client.ready()).toMatchObject({ ready: false, replicas: [{ state: 'unreachable' }] });
      await client.close({ graceMs: 0 });
      await until(() => service.open === 0, 'no connection is left');
      await resourcesFreed(before);
      expect(service.requests).toEqual([]);
    },
  );

  it('that the service wants shows only after the handshake in TLS 1.3: then nobody knows, but the code says why', async () => {
    for (const tls of [{ ca: authority }, { ca: authority, ...certificates.elsewhere }]) {
      const service = await serve({ onRequest: good, tls: mutual });
      const outcome = await clientOf(service.url, { tls }).invoke(call);
      // The client may notice while it connects, or when it has sent; it says which.
      expect(['unreachable did-not-run', 'connection-lost may-have-run']).toContain(
        outcome.kind === 'transport' ? `${outcome.reason} ${outcome.execution}` : outcome.kind,
      );
      expect(outcome.stopped).toBe('not-retryable');
      expect(outcome).toMatchObject({
        cause: { code: expect.stringMatching(/^ERR_SSL_|^ECONNRESET$|^UND_ERR_SOCKET$|^EPIPE$/) },
      });
      expect(service.requests).toEqual([]);
    }
  });
});

it('a certificate that is not looked at still encrypts, and the log says once that nobody looks', async () => {
  const service = await serve({ onRequest: good, tls: expired });
  const other = await serve({ onRequest: good });
  const records: LogFields[] = [];
  const logger = { debug: () => {}, info: () => {}, warn: (fields: LogFields) => void records.push(fields) };
  const url = [service.url, other.url];
  const client = clientOf(url, { tls: { rejectUnauthorized: false }, logger });
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => client.invoke(call)));
  expect(outcomes.filter(({ kind }) => kind !== 'result')).toEqual([]);
  expect(records).toEqual([{ event: 'pack.unverified-tls', replicas: [service.url] }]);
  // The next client looks again: no session of the first is taken over.
  expect(await clientOf(service.url, { tls: { ca: authority } }).invoke(call)).toMatchObject({
    reason: 'unreachable',
  });
});

it.each<[string, string, ClientTls]>([
  ['verified by default', 'https://pack.example.com', {}],
  ['verified because somebody said so', 'https://pack.example.com', { rejectUnauthorized: true }],
  ['on loopback without TLS', 'http://127.0.0.1:1', { rejectUnauthorized: false }],
])('nothing is said of a client that is %s', (_what, url, tls) => {
  const records: LogFields[] = [];
  const logger = { debug: () => {}, info: () => {}, warn: (fields: LogFields) => void records.push(fields) };
  clientOf(url, { tls, logger });
  expect(records).toEqual([]);
});

it('a key shows in nothing that is handed out', async () => {
  const service = await serve({ onRequest: good, tls: mutual });
  const wrong = await serve({ onRequest: good, tls: expired });
  const client = clientOf([service.url, wrong.url], { tls: { ca: authority, ...ours } });
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => client.invoke(call)));
  const shown = readableFrom([client, client.stats(), outcomes]);
  for (const name of ['client', 'client-key', 'authority']) {
    const [, line = ''] = pem(name).split('\n');
    expect(line.length).toBeGreaterThan(40);
    expect(shown).not.toContain(line);
  }
});
