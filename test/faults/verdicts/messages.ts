/** Verdicts on a 200 that is a message: results, verdicts of checks, and every error code. */
import { type Seen, verdicts } from '../../../mocks/verdicts.js';
import { answer, answers, goodAnswer, message } from '../answers.js';
import { expectedOf, resultAfter, seenErrors, tryOf } from '../expected.js';
import { replicas, replicasInTurn, scripted } from '../place.js';
import type { Row } from '../row.js';

const done = expectedOf('result');

const verdict = { passed: false, reason: 'no', judgeResponse: 'hm', attributes: { a: 1 }, later: 'kept' };

const good: readonly Row[] = [
  { name: 'a result', at: scripted(answers(goodAnswer)), expected: done, also: { output: 'done' } },
  {
    name: 'a result with fields of a later revision',
    at: scripted(answers(message({ kind: 'result', output: null, later: 1 }))),
    expected: done,
    also: { output: null },
  },
  {
    name: 'a result after a byte order mark',
    at: scripted(answers(answer(200, '\ufeff{"v":2,"kind":"result","output":1}'))),
    expected: done,
    also: { output: 1 },
  },
  {
    name: 'a result whose keys are special in JavaScript',
    at: scripted(
      answers(answer(200, '{"v":2,"kind":"result","output":{"__proto__":{"x":1},"constructor":2}}')),
    ),
    expected: done,
    also: { output: JSON.parse('{"__proto__":{"x":1},"constructor":2}') },
  },
  {
    name: 'a result with the build and the time of the service',
    at: scripted(
      answers(
        message(
          { kind: 'result', output: 1 },
          { 'kindgi-duration-ms': '12.5', 'kindgi-artifact-version': 'b7' },
        ),
      ),
    ),
    expected: done,
    also: { serviceDurationMs: 12.5, artifactVersion: 'b7' },
  },
  {
    name: 'the verdict of a check',
    asks: 'check',
    at: scripted(answers(message({ kind: 'check-result', result: verdict }))),
    expected: expectedOf('check-result'),
    also: { result: verdict },
  },
  {
    name: 'what /v1/info answers, with fields of a later revision',
    asks: 'info',
    at: scripted(
      answers(
        answer(
          200,
          '{"protocol":7,"packId":"p","packVersion":"1","artifactVersion":"b","tools":[],"checks":[],"x":1}',
        ),
      ),
    ),
    expected: expectedOf('info'),
    also: { info: { protocol: 7, packId: 'p' } },
  },
];

/** Each code with what was seen then; a code that JavaScript knows is as unknown as any other. */
const codes: readonly (readonly [string, Seen])[] = [
  ...seenErrors.map((seen) => [verdicts[seen].is, seen] as const),
  ['constructor', 'unknown code'],
];

const errorFields = {
  message: 'the words of the service',
  toolId: 'test.tool',
  checkId: 'test.check',
  cause: { name: 'Error', message: 'inner', stack: 'there' },
  issues: [{ instancePath: '/a', message: 'is wrong', later: true }],
};

function errorRow(asks: 'tool' | 'check', [code, seen]: (typeof codes)[number]): Row {
  return {
    name: `an error ${code} for a ${asks}`,
    asks,
    at: scripted(answers(message({ kind: 'error', code, ...errorFields }, { 'retry-after': '0' }))),
    expected: expectedOf(seen, { is: code }),
    also: errorFields,
  };
}

const elsewhere = seenErrors.filter((seen) => verdicts[seen].again === 'elsewhere');

function elsewhereRows(seen: Seen): readonly Row[] {
  const code = verdicts[seen].is;
  const lacks = answers(message({ kind: 'error', code, message: 'not here' }));
  const lackedTry = tryOf(seen);
  return [
    {
      name: `an error ${code} from each of three replicas`,
      at: replicas(lacks, lacks, lacks),
      // The default of three tries at most would end it as well.
      client: () => ({ retry: { maxAttempts: 9 } }),
      expected: expectedOf(seen, { requests: 3, attempts: [lackedTry, lackedTry, lackedTry] }),
    },
    {
      name: `an error ${code} from one replica, a result from the other`,
      at: replicasInTurn(lacks, answers(goodAnswer)),
      expected: resultAfter(lackedTry),
    },
  ];
}

export const messageRows: readonly Row[] = [
  ...good,
  ...codes.map((entry) => errorRow('tool', entry)),
  ...codes.map((entry) => errorRow('check', entry)),
  ...elsewhere.flatMap(elsewhereRows),
];
