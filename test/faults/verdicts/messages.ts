/** Verdicts on a 200 that is a message: results, verdicts of checks, and every error code. */
import { answer, answers, goodAnswer, message } from '../answers.js';
import { replicas, replicasInTurn, scripted } from '../place.js';
import type { Expected, Row } from '../row.js';

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
    expected: {
      ...done,
      kind: 'check-result',
      is: 'check-result',
      attempts: ['answered 200 check-result ran'],
    },
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
    expected: { ...done, kind: 'info', is: 'info', attempts: ['answered 200 info ran'] },
    also: { info: { protocol: 7, packId: 'p' } },
  },
];

type Meaning = Pick<Expected, 'execution' | 'mayStillRun'>;
const notRun: Meaning = { execution: 'did-not-run', mayStillRun: false };
const ran: Meaning = { execution: 'ran', mayStillRun: false };
const abandoned: Meaning = { execution: 'may-have-run', mayStillRun: true };
const unknown: Meaning = { execution: 'may-have-run', mayStillRun: false };

/** Code, meaning, and the word in the attempt's record where that is not the code. */
const codes: readonly (readonly [string, Meaning, string?])[] = [
  ['malformed-message', notRun],
  ['unknown-protocol-version', notRun],
  ['unexpected-message-kind', notRun],
  ['input-validation-failed', notRun],
  ['handler-import-failed', notRun],
  ['handler-shape-invalid', notRun],
  ['check-shape-invalid', notRun],
  ['tool-not-in-pack', notRun],
  ['check-not-in-pack', notRun],
  ['tool-version-mismatch', notRun],
  ['handler-throw', ran],
  ['output-validation-failed', ran],
  ['deadline-exceeded', abandoned],
  ['cancelled', abandoned],
  ['a-code-of-2031', unknown, 'error'],
  ['constructor', unknown, 'error'],
];

const errorFields = {
  message: 'the words of the service',
  toolId: 'test.tool',
  checkId: 'test.check',
  cause: { name: 'Error', message: 'inner', stack: 'there' },
  issues: [{ instancePath: '/a', message: 'is wrong', later: true }],
};

function errorRow(asks: 'tool' | 'check', [code, meaning, word = code]: (typeof codes)[number]): Row {
  return {
    name: `an error ${code} for a ${asks}`,
    asks,
    at: scripted(answers(message({ kind: 'error', code, ...errorFields }, { 'retry-after': '0' }))),
    expected: {
      kind: 'error',
      is: code,
      ...meaning,
      stopped: 'answered',
      isSafe: false,
      requests: 1,
      attempts: [`answered 200 ${word} ${meaning.execution}`],
    },
    also: errorFields,
  };
}

const elsewhere = ['tool-not-in-pack', 'check-not-in-pack', 'tool-version-mismatch'];

function elsewhereRows(code: string): readonly Row[] {
  const lacks = answers(message({ kind: 'error', code, message: 'not here' }));
  const lackedTry = `answered 200 ${code} did-not-run`;
  return [
    {
      name: `an error ${code} from each of three replicas`,
      at: replicas(lacks, lacks, lacks),
      // The default of three tries at most would end it as well.
      client: () => ({ retry: { maxAttempts: 9 } }),
      expected: {
        kind: 'error',
        is: code,
        ...notRun,
        stopped: 'answered',
        isSafe: false,
        requests: 3,
        attempts: [lackedTry, lackedTry, lackedTry],
      },
    },
    {
      name: `an error ${code} from one replica, a result from the other`,
      at: replicasInTurn(lacks, answers(goodAnswer)),
      expected: { ...done, requests: 2, attempts: [lackedTry, 'answered 200 result ran'] },
    },
  ];
}

export const messageRows: readonly Row[] = [
  ...good,
  ...codes.map((entry) => errorRow('tool', entry)),
  ...codes.map((entry) => errorRow('check', entry)),
  ...elsewhere.flatMap(elsewhereRows),
];
