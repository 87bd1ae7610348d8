/** Verdicts on calls that are never sent, on answers around the deadline, and on tools that change nothing. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { IndexedTool, PackIndex } from '../../../src/index.js';
import { until } from '../../until.js';
import { answer, answers, goodAnswer, inTurn, silence, unavailable } from '../answers.js';
import { closedPort, scripted } from '../place.js';
import type { Script } from '../raw-service.js';
import { anyone, begin, type Expected, type Row } from '../row.js';

const notStarted: Expected = {
  kind: 'transport',
  is: 'queue-full',
  execution: 'did-not-run',
  mayStillRun: false,
  stopped: 'not-started',
  isSafe: true,
  requests: 0,
  attempts: [],
};
const done: Expected = {
  kind: 'result',
  is: 'result',
  execution: 'ran',
  mayStillRun: false,
  stopped: 'answered',
  isSafe: false,
  requests: 1,
  attempts: ['answered 200 result ran'],
};

const index = (more: Partial<IndexedTool> = {}): PackIndex => ({
  v: 1,
  packId: 'test.pack',
  packVersion: '1.0.0',
  artifactVersion: 'build-1',
  publishedAt: '2026-01-01T00:00:00.000Z',
  tools: [
    {
      id: 'test.tool',
      input: {},
      output: {},
      modulePath: 'tools/test.ts',
      ...more,
    },
  ],
  guardrails: [],
  agents: [],
  flows: [],
});

const refusedHereRows: readonly Row[] = [
  {
    name: 'a full queue',
    at: scripted(silence),
    client: () => ({ maxConcurrency: 1, maxQueue: 0 }),
    before: async ({ client, service }) => {
      void begin(client, {}, anyone, {});
      await until(() => service.requests.length === 1, 'the slot is taken');
    },
    expected: notStarted,
  },
  {
    name: 'a request over maxRequestBytes',
    at: scripted(answers(goodAnswer)),
    client: () => ({ maxRequestBytes: 50 }),
    expected: { ...notStarted, is: 'payload-too-large', isSafe: false },
    also: { status: undefined },
  },
  {
    name: 'input that the tool of the index does not take',
    at: scripted(answers(goodAnswer)),
    client: () => ({
      index: index({ input: { type: 'number' } }),
      validateInput: true,
    }),
    expected: { ...notStarted, kind: 'error', is: 'input-validation-failed', isSafe: false },
    also: { local: true, toolId: 'test.tool', issues: [{ instancePath: '', keyword: 'type' }] },
  },
];

/** Answers when the time that the call was given is over. */
const late =
  (bytes: Uint8Array): Script =>
  async (wire, { headers }) => {
    await sleep(Number(headers['kindgi-timeout-ms']) + 30);
    wire.send(bytes);
  };
const patient = () => ({ answerGraceMs: 5_000 });
const soon = { timeoutMs: 100 };

const graceRows: readonly Row[] = [
  {
    name: 'a result within the answer grace',
    at: scripted(late(goodAnswer)),
    client: patient,
    options: soon,
    expected: done,
  },
  {
    name: 'a refusal within the answer grace',
    at: scripted(late(unavailable('overloaded'))),
    client: patient,
    options: soon,
    expected: {
      ...notStarted,
      is: 'unavailable',
      status: 503,
      stopped: 'deadline',
      requests: 1,
      attempts: ['answered 503 unavailable did-not-run'],
    },
    also: { retryAfterMs: 0 },
  },
  {
    name: 'a result after the answer grace',
    at: scripted(late(goodAnswer)),
    client: () => ({ answerGraceMs: 0 }),
    options: soon,
    expected: {
      ...notStarted,
      is: 'deadline-exceeded',
      execution: 'may-have-run',
      mayStillRun: true,
      stopped: 'deadline',
      isSafe: false,
      requests: 1,
      attempts: ['sent - deadline-exceeded may-have-run'],
    },
  },
  {
    name: 'a back-off that does not fit into the deadline',
    at: closedPort,
    client: () => ({ retry: { minDelayMs: 2 ** 30, maxDelayMs: 2 ** 30 } }),
    expected: {
      ...notStarted,
      is: 'unreachable',
      stopped: 'deadline',
      attempts: ['connecting - unreachable did-not-run'],
    },
  },
];

const readOnly = { readOnly: true, minDelayMs: 1, maxDelayMs: 5, maxAttempts: 3 };

/** What leaves open whether the call ran: name, script, the try that records it, and whether it may still run. */
const unknowns: readonly (readonly [string, Script, string, boolean])[] = [
  ['500', answers(answer(500)), 'answered 500 service-failed', false],
  ['502', answers(answer(502)), 'answered 502 unexpected-status', true],
  ['503 without Retry-After', answers(answer(503)), 'answered 503 unexpected-status', false],
  ['a lost connection', (wire) => wire.finish(), 'sent - connection-lost', true],
  ['HTML', answers(answer(200, '<html>')), 'answered 200 invalid-response', false],
];

const readOnlyRows: readonly Row[] = unknowns.flatMap(([what, script, word, mayStillRun]) => {
  const unknownTry = `${word} may-have-run`;
  const [, status = '', is = ''] = word.split(' ');
  const stays: Expected = {
    ...notStarted,
    is,
    ...(status === '-' ? {} : { status: Number(status) }),
    execution: 'may-have-run',
    mayStillRun,
    stopped: 'not-retryable',
    isSafe: false,
    requests: 1,
    attempts: [unknownTry],
  };
  const at = scripted(inTurn(script, answers(goodAnswer)));
  return [
    {
      name: `${what} from a tool that changes nothing, to a caller who asked for another try`,
      at,
      client: () => ({ index: index({ mutating: false }), retry: readOnly }),
      expected: {
        ...done,
        mayStillRun,
        requests: 2,
        attempts: [unknownTry, 'answered 200 result ran'],
      },
    },
    {
      name: `${what} from a tool that changes nothing, to a caller who asked for nothing`,
      at,
      client: () => ({ index: index({ mutating: false }) }),
      expected: stays,
    },
    {
      name: `${what} from a tool that may change something`,
      at,
      client: () => ({ index: index(), retry: readOnly }),
      expected: stays,
    },
    {
      name: `${what} from a tool of no known index`,
      at,
      client: () => ({ retry: readOnly }),
      expected: stays,
    },
  ];
});

export const limitRows: readonly Row[] = [...refusedHereRows, ...graceRows, ...readOnlyRows];
