/** Random ends on the wire, policies and replicas for the properties of the retry policy. */
import fc from 'fast-check';
import type { OpenGround, RetryCase } from '../../src/call/retry/retry.js';
import { Replica } from '../../src/call/slots/replica.js';
import type { ClassifyOptions } from '../../src/call/verdict/classify.js';
import type { RetryPolicy } from '../../src/options/types.js';
import { packErrorCodes } from '../../src/protocol/codes.js';
import type { Fault, Reply, Transport } from '../../src/transport/wire.js';

/** How many cases each property is given: `CASES`, or few enough for every day. */
export const cases = { numRuns: Number(process.env['CASES'] ?? 1_000) };

export const dateMs = Date.UTC(2026, 0, 15, 12, 0, 0);

const anyText = fc.string({ unit: 'binary', maxLength: 40 });
const retryAfterTexts = fc.oneof(
  fc.nat().map(String),
  fc.constantFrom(
    '0',
    '1',
    '00',
    '1.5',
    '-5',
    '+1',
    '',
    ' ',
    'abc',
    '1e9',
    '99999999999',
    '1, 1',
    '０',
    'Infinity',
  ),
  fc.bigInt({ min: 0n }).map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
  anyText,
);
export const retryAfterValue = fc.oneof(
  fc.constant(undefined),
  retryAfterTexts,
  fc.array(retryAfterTexts, { maxLength: 3 }),
);

const details = ['draining', 'not ready', 'overloaded', 'missing env', 'no pack service', 'else'];
const messages = fc.oneof(
  fc.record({ v: fc.constantFrom(2, 1), kind: fc.constant('result'), output: fc.jsonValue() }),
  fc.record({
    v: fc.constant(2),
    kind: fc.constant('check-result'),
    result: fc.record({ passed: fc.boolean() }),
  }),
  fc.record({
    v: fc.constant(2),
    kind: fc.constant('error'),
    code: fc.oneof(fc.constantFrom(...packErrorCodes), fc.string()),
    message: fc.string(),
  }),
  fc.record({ error: fc.constantFrom(...details), missingEnv: fc.jsonValue() }),
  fc.jsonValue(),
);
const bodies = fc.oneof(
  messages.map((message) => Buffer.from(JSON.stringify(message))),
  fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes)),
);

const statuses = fc.oneof(
  fc.constantFrom(200, 200, 200, 401, 404, 405, 413, 415, 429, 500, 502, 503, 503, 503, 504),
  fc.integer({ min: 200, max: 999 }),
);
export const reply: fc.Arbitrary<Reply> = fc.record({
  kind: fc.constant('reply' as const),
  status: statuses,
  headers: fc.record({
    'retry-after': retryAfterValue,
    'content-encoding': fc.constantFrom(undefined, undefined, 'identity', 'gzip'),
  }),
  body: bodies,
  whole: fc.boolean(),
  tooLarge: fc.boolean(),
});

const codes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'UND_ERR_SOCKET',
  'CERT_HAS_EXPIRED',
  'UND_ERR_DESTROYED',
];
export const fault: fc.Arbitrary<Fault> = fc.record({
  kind: fc.constant('fault' as const),
  stage: fc.constantFrom('connecting' as const, 'sent' as const, 'answering' as const),
  error: fc.record(
    { name: fc.string(), code: fc.oneof(fc.constantFrom(...codes), fc.string()), message: fc.string() },
    { requiredKeys: ['name', 'message'] },
  ),
});

export const classifyOptions: fc.Arbitrary<ClassifyOptions> = fc.record({
  asks: fc.constantFrom('result' as const, 'check-result' as const, 'info' as const),
  safeStatuses: fc.subarray([302, 429, 502, 503, 504, 599]),
  dateMs: fc.constant(() => dateMs),
});

export const policy: fc.Arbitrary<RetryPolicy> = fc
  .record({
    maxAttempts: fc.integer({ min: 1, max: 1_000 }),
    minDelayMs: fc.nat(20_000),
    extraMs: fc.nat(100_000),
    readOnly: fc.boolean(),
    safeStatuses: fc.constant([]),
  })
  .map(({ extraMs, ...rest }) => ({ ...rest, maxDelayMs: rest.minDelayMs + extraMs }));

/** From 0 up to, but not including, 1; both ends often. */
export const chance = fc.oneof(
  fc.constantFrom(0, 1 - Number.EPSILON / 2),
  fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
);

const noTransport: Transport = {
  generation: 0,
  renew() {},
  destroy: () => Promise.resolve(),
  exchange: () => Promise.reject(new Error('the policy sends nothing')),
  probe: () => Promise.reject(new Error('the policy sends nothing')),
};

/** Replicas that only the policy sees. */
export function makeReplicas(count: number): Replica[] {
  return Array.from({ length: count }, (_, at) => {
    const origin = `http://replica-${at}`;
    const address = { url: origin, origin, pathPrefix: '', invokePath: '/v1/invoke' };
    return new Replica(address, noTransport, 8);
  });
}

const grounds: readonly OpenGround[] = ['paced', 'backoff', 'elsewhere', 'reauthorize', 'unknown'];
const milliseconds = fc.oneof(
  fc.constantFrom(0, 1, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER),
  fc.double({ min: 0, max: 1e7, noNaN: true }),
);

interface Given {
  readonly retry: RetryCase;
  readonly soonestMs: number;
  readonly elsewhereNow: boolean;
  readonly budgetAsked: () => number;
}

/** Every field of a decision at random; `soonestMs` is 0 when another replica takes the call now, as it must be. */
export const retryCase: fc.Arbitrary<Given> = fc
  .record({
    ground: fc.constantFrom(...grounds),
    answered: fc.boolean(),
    policy: policy,
    readOnlyTool: fc.boolean(),
    attempts: fc.integer({ min: 1, max: 1_100 }),
    remainingMs: fc.double({ min: -1e5, max: 2 ** 31, noNaN: true }),
    mayReauthorize: fc.boolean(),
    elsewhereLeft: fc.boolean(),
    elsewhereNow: fc.boolean(),
    soonestMs: milliseconds,
    chance: chance,
    budget: fc.boolean(),
  })
  .map(({ elsewhereLeft, elsewhereNow, soonestMs, chance, budget, ...plain }) => {
    let asked = 0;
    const retry: RetryCase = {
      ...plain,
      elsewhereLeft: () => elsewhereLeft,
      elsewhereNow: () => elsewhereNow,
      soonestMs: () => (elsewhereNow ? 0 : soonestMs),
      random: () => chance,
      takeBudget: () => {
        asked += 1;
        return budget;
      },
    };
    return { retry, soonestMs, elsewhereNow, budgetAsked: () => asked };
  });
