/**
 * Any bytes on a socket, most of them nearly an answer: for each an outcome that is no bolder than the bytes allow,
 * in time, with as many requests as it tells of; and when all is over nothing is open.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPackClient, isSafeToRetry, type PackClient } from '../../../src/index.js';
import type { AnyOutcome } from '../../../src/outcome.js';
import { answer, goodAnswer, head, message, unavailable } from '../../faults/answers.js';
import { type RawService, startRawService } from '../../faults/raw-service.js';
import { call } from '../../regressions/set-up.js';
import { heldResources, resourcesFreed, slotsOf } from '../../stages/leftovers.js';
import { until } from '../../until.js';
import { mutated } from './mutate.js';
import { runsOf, seeded, Tally } from './runs.js';

const json = '{"v":2,"kind":"result","output":{"a":[1,2,3]}}';
const originals: readonly Uint8Array[] = [
  goodAnswer,
  message({ kind: 'result', output: { text: 'é💥', list: [1, null, true] } }, { 'kindgi-duration-ms': 3 }),
  message({ kind: 'check-result', result: { passed: true, attributes: { a: 1 } } }),
  message({ kind: 'error', code: 'handler-throw', message: 'm', cause: { name: 'Error' } }),
  message({
    kind: 'error',
    code: 'input-validation-failed',
    message: 'm',
    issues: [{ instancePath: '/a', message: 'm' }],
  }),
  message({ kind: 'error', code: 'deadline-exceeded', message: 'm' }),
  unavailable('draining'),
  unavailable('missing env', '1', { missingEnv: ['A', 'B'] }),
  answer(503, 'no', { 'retry-after': 'Sun, 06 Nov 2094 08:49:37 GMT' }),
  ...[204, 302, 401, 404, 413, 429, 500, 502].map((status) => answer(status, 'x', { location: '/x' })),
  Buffer.from(`${head(200, { 'transfer-encoding': 'chunked' })}2e;a=b\r\n${json}\r\n0\r\nx: y\r\n\r\n`),
  Buffer.from(`${head(200, { connection: 'close' })}${json}`),
  Buffer.from(`${head(103, { link: '</x>' })}${head(200, { 'content-length': json.length })}${json}`),
];

const info =
  '{"protocol":2,"packId":"p","packVersion":"1","artifactVersion":"b","tools":[{"id":"t"}],"checks":["c"]}';
const bodies = [
  ...originals.map((bytes) => Buffer.from(bytes).toString('latin1').split('\r\n\r\n')[1] ?? ''),
  info,
].map((text) => Buffer.from(text, 'latin1'));

/** What the service sends, and how it goes on after it. */
const hostile = fc.record({
  bytes: fc.oneof(
    { weight: 20, arbitrary: mutated([...originals, answer(200, info)]) },
    // With a length that is right, so that somebody reads it.
    { weight: 20, arbitrary: mutated(bodies).map((body) => answer(200, body)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
  ),
  // From 0 to 1: sent in two pieces.
  splitAt: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
  ending: fc.constantFrom('closes', 'closes', 'closes', 'resets', 'keeps open'),
  asks: fc.constantFrom('tool', 'tool', 'check', 'info'),
});
type Hostile = typeof hostile extends fc.Arbitrary<infer Value> ? Value : never;

const atOnce = 20;
const runs = runsOf(1_000);

it(`${runs} answers: an outcome each, never a throw, a hang or a crash`, { timeout: 3_600_000 }, async () => {
  const before = heldResources();
  const tally = new Tally();
  const answers = new Map<string, Hostile>();
  const service = await startRawService({
    onRequest(wire, { headers }) {
      const given =
        answers.get(headers['kindgi-request-id'] ?? '') ?? answers.get(headers['kindgi-pack-token'] ?? '');
      if (given === undefined) return wire.send(goodAnswer);
      const cut = Math.floor((given.splitAt ?? 1) * given.bytes.length);
      wire.send(given.bytes.subarray(0, cut));
      setImmediate(() => {
        wire.send(given.bytes.subarray(cut));
        if (given.ending === 'closes') wire.finish();
        if (given.ending === 'resets') setImmediate(() => wire.reset());
      });
    },
  });
  const client = clientOf(service);
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(hostile, { minLength: atOnce, maxLength: atOnce }), async (all) => {
      round += 1;
      const seenBefore = service.requests.length;
      const outcomes = await Promise.all(
        all.map(async (given, at) => {
          const requestId = `${round}-${at}`;
          answers.set(requestId, given);
          return { given, requestId, outcome: await ask(client, service, given, requestId) };
        }),
      );
      const requests = service.requests.slice(seenBefore);
      for (const { given, requestId, outcome } of outcomes) {
        expectRight(outcome, given);
        if (given.asks !== 'info') {
          const seen = requests.filter(({ headers }) => headers['kindgi-request-id'] === requestId).length;
          const reached = (...stages: readonly string[]) =>
            outcome.attempts.filter(({ stage }) => stages.includes(stage)).length;
          // One that ended by its deadline may not have been read yet.
          expect(seen).toBeLessThanOrEqual(reached('sent', 'answering', 'answered'));
          expect(seen).toBeGreaterThanOrEqual(reached('answering', 'answered'));
        }
        tally.count(nameOf(outcome));
      }
      answers.clear();
      expect(slotsOf(client)).toEqual({ inFlight: 0, queued: 0 });
    }),
    { numRuns: Math.ceil(runs / atOnce), ...seeded() },
  );
  expect(await client.invoke(call)).toMatchObject({ kind: 'result' });
  await client.close({ graceMs: 0 });
  await until(() => service.open === 0, 'no connection is left');
  await service.close();
  await resourcesFreed(before);
  tally.tell('answers on a socket');
  expect(tally.total).toBeGreaterThanOrEqual(runs);
  // Most are refused, but not all: else the edits would say nothing.
  for (const name of ['result', 'invalid-response', 'connection-lost'])
    expect(tally.of(name)).toBeGreaterThan(0);
});

function clientOf({ url }: RawService, token = 'test-token'): PackClient {
  return createPackClient({
    url,
    token,
    timeoutMs: 5_000,
    answerGraceMs: 10,
    maxConcurrency: atOnce,
    maxResponseBytes: 100_000,
    retry: { maxAttempts: 2, minDelayMs: 0, maxDelayMs: 1 },
  });
}

/** `info` takes no request id of a caller's: a client of its own, known by its token, asks it. */
async function ask(
  client: PackClient,
  service: RawService,
  given: Hostile,
  requestId: string,
): Promise<AnyOutcome> {
  // Only who keeps a connection open makes a call wait; the others end it themselves. No wait of a second fits.
  const timeoutMs = given.ending === 'keeps open' ? 60 : 900;
  switch (given.asks) {
    case 'tool':
      return client.invoke(call, { requestId, timeoutMs });
    case 'check':
      return client.check({ check: 'test.check', trace: {} }, { requestId, timeoutMs });
    case 'info': {
      await using asker = clientOf(service, requestId);
      return await asker.info({ timeoutMs });
    }
  }
  throw new Error('not asked');
}

const refusals = /HTTP\/\d\.\d (401|404|405|413|415|503)/;
const unsent = /unreachable|deadline-exceeded/;

/** No bolder than the bytes: a call ran, or did not, only where something in them says so. */
function expectRight(outcome: AnyOutcome, { bytes }: Hostile): void {
  const text = bytes.toString('latin1');
  const last = outcome.attempts.at(-1);
  if (outcome.execution === 'ran') expect(text).toMatch(/result|passed|"code"|protocol/);
  if (last?.execution === 'did-not-run' && last.stage !== 'connecting') {
    expect(refusals.test(text) || outcome.kind === 'error').toBe(true);
  }
  if (last?.stage === 'connecting') expect(last.verdict).toMatch(unsent);
  if (isSafeToRetry(outcome)) expect(outcome.execution).toBe('did-not-run');
  if (outcome.kind === 'transport') expect(outcome.message).toMatch(/^[\x20-\x7e]{1,200}$/);
  expect(outcome.attempts.length).toBeLessThanOrEqual(2);
  expect(outcome.durationMs).toBeLessThan(6_000);
}

function nameOf(outcome: AnyOutcome): string {
  if (outcome.kind === 'transport') return outcome.reason;
  return outcome.kind;
}
