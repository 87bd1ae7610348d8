/** Services that are not there, or not as they should be: each trouble has its own words, and its own next step. */
import { describe, expect, test } from 'vitest';
import { connectionText } from '../../src/cli/connection-text.js';
import { stoppedText } from '../../src/cli/stopped-text.js';
import type { Attempt, TransportFailure } from '../../src/outcome.js';
import {
  type Address,
  closedUrl,
  findInvoice,
  makeFolder,
  startAnswer,
  startRaw,
  startSample,
  startSilence,
  token,
} from './fixture.js';
import { runInProcess } from './in-process.js';

const half = 'HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nhalf';

/** Answers a request with these bytes and hangs up. */
const startBytes = (bytes: string) => startRaw((socket) => void socket.once('data', () => socket.end(bytes)));

async function startNobody(): Promise<Address> {
  return { url: await closedUrl(), [Symbol.asyncDispose]: async () => {} };
}

/** Speaks HTTP where TLS is expected. */
async function startPlain(): Promise<Address> {
  const plain = await startAnswer(200, '');
  return { ...plain, url: plain.url.replace('http:', 'https:') };
}

interface Trouble {
  readonly trouble: string;
  readonly start: () => Promise<Address>;
  readonly args: readonly string[];
  readonly says: RegExp;
  readonly cause: unknown;
}

const troubles: readonly Trouble[] = [
  {
    trouble: 'nobody listens',
    start: startNobody,
    args: [],
    says: / connection refused: it does not run, or on another port$/m,
    cause: 'ECONNREFUSED',
  },
  {
    trouble: 'somebody listens, and says nothing',
    start: startSilence,
    args: ['--timeout', '50ms'],
    says: / no answer within 50 ms: it is stuck or slow \(--timeout\)$/m,
    cause: 'deadline-exceeded',
  },
  {
    trouble: 'a bare number that was meant as seconds',
    start: startSilence,
    args: ['--timeout', '5'],
    says: / no answer within 5 ms: /,
    cause: 'deadline-exceeded',
  },
  {
    trouble: 'the connection ends inside the answer',
    start: () => startBytes(half),
    args: [],
    says: / the connection was cut before a whole answer \(UND_ERR_SOCKET\): look into its log, or is it https\?$/m,
    cause: 'UND_ERR_SOCKET',
  },
  {
    trouble: 'it speaks no HTTP',
    start: () => startBytes('220 mail.acme.invalid ready\r\n'),
    args: [],
    says: / something answers, but not HTTP: https instead of http\?$/m,
    cause: expect.stringMatching(/^HPE_|^HTTPParserError$/),
  },
  {
    trouble: 'it speaks no TLS',
    start: startPlain,
    args: [],
    says: / something answers, but not TLS: http instead of https\?$/m,
    cause: 'ERR_SSL_WRONG_VERSION_NUMBER',
  },
];

describe.each(['ready', 'health'])('%s', (command) => {
  test.each(troubles)('$trouble', async ({ start, args, says, cause }) => {
    await using address = await start();
    const said = await runInProcess([command, '--url', address.url, ...args]);
    const document = await runInProcess([command, '--url', address.url, ...args, '--json']);
    expect(said).toMatchObject({ code: 3, stderr: '' });
    expect(said.stdout).toMatch(says);
    expect(document.code).toBe(3);
    expect(JSON.parse(document.stdout).replicas).toMatchObject([{ state: 'unreachable', cause }]);
  });

  test.each([
    [500, '', / 500 .* the service or a proxy before it failed: look into its log$/m],
    [502, '<h1>Bad Gateway</h1>', / 502 .* the service or a proxy before it failed/],
    [404, '', / 404 .* something else may answer here: check the address$/m],
    [200, '<h1>Welcome</h1>', / 200 .* it answers, but not as a pack service does: check the address$/m],
    [
      503,
      '{"error":"draining"}',
      / draining .* it is shutting down: wait for its successor \(ready --wait 1m\)$/m,
    ],
    [503, '{"error":"not ready"}', / not-ready .* takes no calls yet: wait for it \(ready --wait 1m\)$/m],
    [503, '{"error":"overloaded"}', / not-ready .* it has all the calls it takes/],
    [503, '{"error":"no pack service"}', / not-ready .* no pack service runs there/],
  ])('a %d with %j: 1', async (status, body, says) => {
    await using address = await startAnswer(status, body);
    const said = await runInProcess([command, '--url', address.url]);
    expect(said.code).toBe(1);
    expect(said.stdout).toMatch(says);
  });
});

test.each([
  ['ENOTFOUND', 'the name pack.acme.invalid is not known (ENOTFOUND): check the address'],
  ['EAI_AGAIN', 'the name pack.acme.invalid cannot be looked up now (EAI_AGAIN): try again later'],
  ['EHOSTUNREACH', 'no way to it (EHOSTUNREACH): check the address, and the firewall'],
  ['ECONNRESET', 'the connection was cut before a whole answer (ECONNRESET): look into its log'],
  [
    'CERT_HAS_EXPIRED',
    'TLS was refused (CERT_HAS_EXPIRED): check its certificate (NODE_EXTRA_CA_CERTS names a CA of your own)',
  ],
  ['E\u001bODD', 'no connection (E\\u001bODD): check the address, and that it runs'],
  [undefined, 'nobody answers: check the address, and that it runs'],
])('%s in words', (code, text) => {
  expect(connectionText(code, 'https://pack.acme.invalid/prefix')).toBe(text);
});

describe('a call', () => {
  const input = ['--input', '{"invoiceId":"inv_101"}', '--timeout', '300ms'];

  async function invoke(url: string) {
    using folder = makeFolder();
    const tokenFile = folder.file('token', token);
    return await runInProcess(['invoke', findInvoice, ...input, '--url', url, '--token-file', tokenFile]);
  }

  test('that nobody takes has the same words, and the next step', async () => {
    const { code, stderr } = await invoke(await closedUrl());
    expect(code).toBe(3);
    expect(stderr).toMatch(/\(ECONNREFUSED\)\n.*advice +connection refused: it does not run/s);
  });

  test('that came when its service was shutting down is told of the successor, and why it ended early', async () => {
    await using service = await startSample();
    await service.fail('draining', { times: 1 });
    const { code, stderr } = await invoke(service.url);
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /advice +it is shutting down: wait for its successor with: kindgi-pack ready --wait 1m\n/,
    );
    expect(stderr).toMatch(/stopped +the next try would come after the deadline\n/);
  });
});

const refused: TransportFailure = {
  kind: 'transport',
  reason: 'unreachable',
  message: 'no connection to the service',
  execution: 'did-not-run',
  mayStillRun: false,
  requestId: 'r-1',
  durationMs: 5,
  attempts: [],
  stopped: 'attempts',
};
const attempt: Attempt = {
  replica: 'http://a.invalid',
  startedMs: 0,
  durationMs: 1,
  timeoutMs: 1_000,
  stage: 'connecting',
  verdict: 'unreachable',
  execution: 'did-not-run',
};

test.each<[Partial<TransportFailure>, string | undefined]>([
  [{ stopped: 'attempts', attempts: [attempt, attempt, attempt] }, 'after 3 tries'],
  [{ stopped: 'attempts', attempts: [attempt] }, undefined],
  [{ stopped: 'budget' }, 'its retry budget is used up'],
  [{ stopped: 'deadline' }, 'the next try would come after the deadline'],
  [{ stopped: 'deadline', reason: 'deadline-exceeded' }, undefined],
  [{ stopped: 'not-retryable' }, undefined],
])('why it was not tried again: %j', (facts, text) => {
  expect(stoppedText({ ...refused, ...facts })).toBe(text);
});
