/** Verdicts on every other status: refused credentials, refused requests, redirects, proxies' errors. */
import { type Seen, type Verdict, verdicts } from '../../../mocks/verdicts.js';
import { answer, answers, good, goodAnswer, head, inTurn } from '../answers.js';
import { expectedOf, resultAfter, tryOf } from '../expected.js';
import { beside, raw, scripted } from '../place.js';
import type { Row } from '../row.js';

const refused = expectedOf('unauthorized');
const recovered = resultAfter(tryOf('unauthorized'));
const notSentTry = 'connecting - unauthorized did-not-run';
const { status: _none, ...refusedHere } = { ...refused, requests: 0, attempts: [notSentTry] };

const refuses = answers(answer(401, '{"error":"unauthorized"}', { 'retry-after': '0' }));
const refusesOnce = inTurn(refuses, good);

/** A function that gives one value after the other; an `Error` is thrown. The last one is given for ever. */
function giving(...values: readonly unknown[]): () => string {
  let asked = 0;
  return () => {
    const value: unknown = values[Math.min(asked, values.length - 1)];
    asked += 1;
    if (value instanceof Error) throw value;
    // A caller without types can give anything.
    return JSON.parse(JSON.stringify(value ?? null));
  };
}

const vaultIsShut = new Error('the vault is shut');

const credentialRows: readonly Row[] = [
  { name: '401 to a fixed token', at: scripted(refuses), expected: refused, also: { cause: undefined } },
  {
    name: '401 to a token function that then gives another value',
    at: scripted(refusesOnce),
    client: () => ({ token: giving('old', 'new') }),
    expected: recovered,
  },
  {
    name: '401 to a token function that knows no retry',
    at: scripted(refusesOnce),
    client: () => ({ token: giving('old', 'new'), retry: false }),
    expected: { ...refused, stopped: 'attempts' },
  },
  {
    name: '401 to an authorization function that then gives another value',
    at: scripted(refusesOnce),
    client: () => ({ authorization: giving('Bearer old', 'Bearer new') }),
    expected: recovered,
  },
  {
    name: '401 to each value of a token function',
    at: scripted(refuses),
    client: () => ({ token: giving('a', 'b', 'c', 'd') }),
    expected: { ...refused, requests: 2, attempts: [...refused.attempts, ...refused.attempts] },
  },
  {
    name: '401 to a token function that gives the same value',
    at: scripted(refuses),
    client: () => ({ token: giving('same') }),
    expected: refused,
  },
  {
    name: '401 to a token function that then throws',
    at: scripted(refuses),
    client: () => ({ token: giving('old', vaultIsShut) }),
    expected: refused,
  },
  {
    name: 'a token function that throws',
    at: scripted(good),
    client: () => ({ token: giving(vaultIsShut) }),
    expected: refusedHere,
    also: { cause: vaultIsShut },
  },
  {
    name: 'a token function that rejects',
    at: scripted(good),
    client: () => ({ token: () => Promise.reject(vaultIsShut) }),
    expected: refusedHere,
    also: { cause: vaultIsShut },
  },
  {
    name: 'an authorization function that throws',
    at: scripted(good),
    client: () => ({ authorization: giving(vaultIsShut) }),
    expected: refusedHere,
    also: { cause: vaultIsShut },
  },
  {
    name: 'a token function that throws once',
    at: scripted(good),
    client: () => ({ token: giving(vaultIsShut, 'token') }),
    expected: { ...recovered, requests: 1, attempts: [notSentTry, tryOf('result')] },
  },
  ...['', 'two words', 'line\r\nbreak', 'ž', 42, null, {}].map((nonsense) => ({
    name: `a token function that gives ${JSON.stringify(nonsense)}`,
    at: scripted(good),
    client: () => ({ token: giving(nonsense) }),
    expected: refusedHere,
    also: { cause: { message: 'the token function gave no usable header value' } },
  })),
  {
    name: '401 to /v1/info',
    asks: 'info',
    at: scripted(refuses),
    expected: refused,
  },
];

const refusals = ['not-found', 'method-not-allowed', 'payload-too-large', 'unsupported-media-type'] as const;

const refusalRows: readonly Row[] = refusals.flatMap((seen) => {
  const { status = 0 }: Verdict = verdicts[seen];
  const expected = expectedOf(seen);
  return [
    {
      name: `${status}`,
      at: scripted(answers(answer(status, '{"error":"no"}', { 'retry-after': '0' }))),
      expected,
    },
    {
      name: `${status} whose body never ends`,
      at: scripted(answers(head(status, { 'content-length': 9 }))),
      expected: { ...expected, attempts: [tryOf(seen, { stage: 'answering' })] },
    },
  ];
});

const earlyRow: Row = {
  name: '413 before the body of the request was sent',
  at: raw({
    onHead(wire) {
      wire.send(answer(413, '{"error":"too large"}'));
      return true;
    },
  }),
  expected: expectedOf('payload-too-large'),
};

function unknownRow(status: number, at: Row['at'], seen: Seen = 'unexpected-status'): Row {
  return { name: `${status}`, at, expected: expectedOf(seen, { status }) };
}

/** A message in the body, and `Retry-After`: neither makes a status what it is not. */
const tempting = (status: number) =>
  scripted(answers(answer(status, '{"v":2,"kind":"result","output":1}', { 'retry-after': '0' })));

const redirect = (status: number) =>
  beside((elsewhere) =>
    answers(answer(status, '', { location: `${elsewhere}/v1/invoke`, 'retry-after': '0' })),
  );

const unknownRows: readonly Row[] = [
  ...[201, 202, 203, 204, 206, 400, 403, 408, 409, 410, 418, 422, 425, 429, 451, 501, 505, 507, 599].map(
    (status) => unknownRow(status, tempting(status)),
  ),
  unknownRow(500, tempting(500), 'service-failed'),
  ...[502, 504].map((status) => unknownRow(status, tempting(status), '502 or 504')),
  ...[300, 301, 302, 303, 304, 307, 308].map((status) => unknownRow(status, redirect(status))),
];

const safe = { retry: { safeStatuses: [429, 503, 302], maxAttempts: 3, minDelayMs: 1, maxDelayMs: 1 } };
const safeTry = (status: number) => tryOf('safe status', { status });

const safeRows: readonly Row[] = [
  ...[429, 503].map((status) => ({
    name: `${status} that the platform promises to mean "not delivered", then a result`,
    at: scripted(inTurn(answers(answer(status, 'wait', { 'retry-after': 'abc' })), answers(goodAnswer))),
    client: () => safe,
    expected: resultAfter(safeTry(status)),
  })),
  {
    name: '429 that the platform promises to mean "not delivered", for ever',
    at: scripted(answers(answer(429))),
    client: () => safe,
    expected: expectedOf('safe status', {
      status: 429,
      requests: 3,
      attempts: [safeTry(429), safeTry(429), safeTry(429)],
    }),
  },
  {
    name: '502 beside promised statuses',
    at: tempting(502),
    client: () => safe,
    expected: expectedOf('502 or 504', { status: 502 }),
  },
];

export const statusRows: readonly Row[] = [
  ...credentialRows,
  ...refusalRows,
  earlyRow,
  ...unknownRows,
  ...safeRows,
];
