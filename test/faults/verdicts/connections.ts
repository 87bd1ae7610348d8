/** Verdicts on connections that never open, and on those that end before a whole answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { answers, good, goodAnswer, head, inTurn } from '../answers.js';
import { expectedOf, tryOf } from '../expected.js';
import { certificates, closedPort, scripted, secured, unknownHost, unshaken } from '../place.js';
import type { Script } from '../raw-service.js';
import type { Row } from '../row.js';

const twice = () => ({ retry: { maxAttempts: 2, minDelayMs: 1, maxDelayMs: 5 } });

const unreachable = expectedOf('unreachable', { attempts: [tryOf('unreachable'), tryOf('unreachable')] });
const untrusted = expectedOf('TLS refused');
const lost = expectedOf('connection-lost');
const done = expectedOf('result');

const unreachableRows: readonly Row[] = [
  {
    name: 'a port where nobody listens',
    at: closedPort,
    client: twice,
    expected: unreachable,
    also: { cause: { code: 'ECONNREFUSED' } },
  },
  {
    name: 'a host that does not exist',
    at: unknownHost,
    client: twice,
    expected: unreachable,
    also: { cause: { code: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/) } },
  },
  {
    name: 'a connection that is not open in time',
    at: unshaken(),
    client: () => ({ ...twice(), connectTimeoutMs: 40 }),
    expected: unreachable,
    also: { cause: { code: 'UND_ERR_CONNECT_TIMEOUT' } },
  },
  {
    name: 'a connection that is reset while it opens',
    at: unshaken({ onConnection: (wire) => wire.reset() }),
    client: twice,
    expected: unreachable,
    also: { cause: { code: 'ECONNRESET' } },
  },
  {
    name: 'a connection that is closed while it opens',
    at: unshaken({ onConnection: (wire) => wire.finish() }),
    client: twice,
    expected: unreachable,
    also: { cause: { code: 'ECONNRESET' } },
  },
  {
    name: '/v1/info of a port where nobody listens',
    asks: 'info',
    at: closedPort,
    expected: expectedOf('unreachable'),
  },
];

const { loopback, elsewhere } = certificates;

const tlsRows: readonly Row[] = [
  {
    name: 'a self-signed certificate',
    at: secured(good, loopback, {}),
    expected: untrusted,
    also: { cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } },
  },
  {
    name: 'a trusted certificate of another name',
    at: secured(good, elsewhere, { ca: elsewhere.cert }),
    expected: untrusted,
    also: { cause: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' } },
  },
  {
    name: 'https where http is spoken',
    at: unshaken({ onConnection: (wire) => wire.send('HTTP/1.1 400 Bad Request\r\n\r\n') }),
    expected: untrusted,
  },
  {
    name: 'a TLS version that the service does not speak',
    at: secured(good, { ...loopback, maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }, {}),
    expected: untrusted,
  },
  {
    name: 'a client key that is none',
    at: secured(good, loopback, { ca: loopback.cert, cert: 'no certificate', key: 'no key' }),
    expected: untrusted,
  },
  { name: 'an own authority', at: secured(good, loopback, { ca: loopback.cert }), expected: done },
  {
    name: 'own authorities as a list and as bytes',
    at: secured(good, loopback, { ca: [elsewhere.cert, Buffer.from(loopback.cert)] }),
    expected: done,
  },
  {
    name: 'another name that was to be expected',
    at: secured(good, elsewhere, { ca: elsewhere.cert, servername: 'elsewhere.invalid' }),
    expected: done,
  },
  {
    name: 'any certificate, on demand',
    at: secured(good, loopback, { rejectUnauthorized: false }),
    expected: done,
  },
  {
    name: 'a certificate of the client',
    at: secured(
      good,
      { ...loopback, ca: elsewhere.cert, requestCert: true, rejectUnauthorized: true },
      { ca: loopback.cert, ...elsewhere },
    ),
    expected: done,
  },
];

const answering =
  (bytes: string): Script =>
  (wire) =>
    wire.finish(bytes);
const short = head(200, { 'content-length': 1_000 });
const inChunks = head(200, { 'transfer-encoding': 'chunked' });
const resetAfter =
  (bytes: string): Script =>
  async (wire) => {
    wire.send(bytes);
    await sleep(20);
    wire.reset();
  };

/** What happened before an answer began. */
const before: readonly (readonly [string, Script])[] = [
  ['closed after the request', (wire) => wire.finish()],
  ['reset after the request', (wire) => wire.reset()],
  ['closed inside the status line', answering('HTTP/1.1 2')],
  ['closed inside the head', answering('HTTP/1.1 200 OK\r\ncontent-le')],
  ['closed after a 103', answering(head(103))],
  ['answered in no HTTP', answers('SSH-2.0-OpenSSH_9.6\r\n')],
  ['answered in bytes of TLS', answers(Buffer.from('160301020001', 'hex'))],
  ['answered with a header without a colon', answers('HTTP/1.1 200 OK\r\nbroken\r\n\r\n')],
  [
    'answered with two lengths',
    answers('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'),
  ],
  ['answered by another protocol', answers(head(101, { upgrade: 'h2c', connection: 'upgrade' }))],
];

/** What happened after it began. */
const inside: readonly (readonly [string, Script])[] = [
  ['closed before the length was reached', answering(`${short}{"v":2,"kind":"result","output":1}`)],
  ['reset before the length was reached', resetAfter(`${short}{"v":2`)],
  ['closed inside a chunk', answering(`${inChunks}ff\r\n{"v":2`)],
  ['closed before the last chunk', answering(`${inChunks}22\r\n{"v":2,"kind":"result","output":1}\r\n`)],
  ['broken off by a chunk of no length', answers(`${inChunks}zz\r\n`)],
];

const lostRows: readonly Row[] = [
  ...before.map(([what, script]) => ({
    name: `a connection ${what}`,
    at: scripted(script),
    expected: lost,
  })),
  ...inside.map(([what, script]) => ({
    name: `a connection ${what}`,
    at: scripted(script),
    expected: { ...lost, attempts: [tryOf('connection-lost', { stage: 'answering', status: 200 })] },
  })),
  {
    name: 'a connection lost once, to a caller who would try again',
    at: scripted(inTurn((wire) => wire.reset(), answers(goodAnswer))),
    expected: lost,
  },
  {
    name: '/v1/info, closed after the request',
    asks: 'info',
    at: scripted((wire) => wire.finish()),
    expected: lost,
  },
];

export const connectionRows: readonly Row[] = [...unreachableRows, ...tlsRows, ...lostRows];
