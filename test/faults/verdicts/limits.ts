/** Verdicts on calls that are never sent, on answers around the deadline, and on tools that change nothing. */
import { setTimeout as sleep } from 'node:timers/promises';
import { anIndex } from '../../../mocks/index.js';
import type { Seen } from '../../../mocks/verdicts.js';
import type { IndexedTool } from '../../../src/index.js';
import { until } from '../../until.js';
import { answer, answers, goodAnswer, inTurn, silence, unavailable } from '../answers.js';
import { expectedOf, resultAfter, tryOf } from '../expected.js';
import { closedPort, scripted } from '../place.js';
import type { Script } from '../raw-service.js';
import { begin, type Row } from '../row.js';

const done = expectedOf('result');

const index = (more: Partial<IndexedTool> = {}) => anIndex({ tools: [{ ...more, id: 'test.tool' }] });

const refusedHereRows: readonly Row[] = [
  {
    name: 'a full queue',
    at: scripted(silence),
    client: () => ({ maxConcurrency: 1, maxQueue: 0 }),
    before: async ({ client, service }) => {
      void begin(client);
      await until(() => service.requests.length === 1, 'the slot is taken');
    },
    expected: expectedOf('queue-full'),
  },
  {
    name: 'a request over maxRequestBytes',
    at: scripted(answers(goodAnswer)),
    client: () => ({ maxRequestBytes: 50 }),
    expected: expectedOf('request too large'),
    also: { status: undefined },
  },
  {
    name: 'input that the tool of the index does not take',
    at: scripted(answers(goodAnswer)),
    client: () => ({
      index: index({ input: { type: 'number' } }),
      validateInput: true,
    }),
    expected: expectedOf('input-validation-failed', { stopped: 'not-started', requests: 0, attempts: [] }),
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
const soon = { timeoutMs: 400 };

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
    expected: expectedOf('unavailable', { stopped: 'deadline' }),
    also: { retryAfterMs: 0 },
  },
  {
    name: 'a result after the answer grace',
    at: scripted(late(goodAnswer)),
    client: () => ({ answerGraceMs: 0 }),
    options: soon,
    expected: expectedOf('deadline, sent'),
  },
  {
    name: 'a back-off that does not fit into the deadline',
    at: closedPort,
    client: () => ({ retry: { minDelayMs: 2 ** 30, maxDelayMs: 2 ** 30 } }),
    expected: expectedOf('unreachable', { stopped: 'deadline' }),
  },
];

const readOnly = { readOnly: true, minDelayMs: 1, maxDelayMs: 5, maxAttempts: 3 };

/** What leaves open whether the call ran: name, script, and what is seen of it. */
const unknowns: readonly (readonly [string, Script, Seen, number?])[] = [
  ['500', answers(answer(500)), 'service-failed'],
  ['502', answers(answer(502)), '502 or 504', 502],
  ['503 without Retry-After', answers(answer(503)), 'unexpected-status', 503],
  ['a lost connection', (wire) => wire.finish(), 'connection-lost'],
  ['HTML', answers(answer(200, '<html>')), 'invalid-response'],
];

const readOnlyRows: readonly Row[] = unknowns.flatMap(([what, script, seen, status]) => {
  const shown = status === undefined ? {} : { status };
  const stays = expectedOf(seen, shown);
  const at = scripted(inTurn(script, answers(goodAnswer)));
  return [
    {
      name: `${what} from a tool that changes nothing, to a caller who asked for another try`,
      at,
      client: () => ({ index: index({ mutating: false }), retry: readOnly }),
      expected: { ...resultAfter(tryOf(seen, shown)), mayStillRun: stays.mayStillRun },
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
