/** What a service answers when all is well: results, verdicts, filled-in defaults, and JSON of every shape. */
import assert from 'node:assert/strict';
import { unwrap } from '../../../src/index.js';
import { type StoryStage, someone, someTrace } from '../stage.js';
import { group, type Story } from '../story.js';
import { tell, toldGood } from '../told.js';

const values: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['a number', -0.5],
  ['an empty object', {}],
  ['a list', [1, 'two', [3]]],
  ['unicode', 'žluťoučký 漢字 🦊 \u2028 \u0000 \ufeff'],
  ['a key that is special in JavaScript', JSON.parse('{"__proto__":{"x":1},"constructor":2}')],
  ['a megabyte of text', 'päckchen🦊'.repeat(100_000)],
  ['a hundred levels', nested(100)],
];

const toolStories = group(
  'a tool that returns',
  ...values.map(([what, value]) => ({
    name: `answers with ${what} as it was given`,
    async run({ client, tools }: StoryStage) {
      const outcome = await client().invoke({ tool: tools.echo, input: { value }, ctx: someone });
      assert.deepEqual(tell(outcome), toldGood('result'));
      assert.equal(JSON.stringify(unwrap(outcome)), JSON.stringify(value));
    },
  })),
  {
    name: 'gets the defaults of its schema where the input has none',
    async run({ client, tools }) {
      const call = { tool: tools.defaults, input: { name: 'n' }, ctx: someone };
      const outcome = await client().invoke(call);
      assert.deepEqual(tell(outcome), toldGood('result'));
      assert.deepEqual(unwrap(outcome), { name: 'n', greeting: 'hello', style: { loud: false } });
    },
  },
  {
    name: 'keeps what the input has in place of its defaults',
    async run({ client, tools }) {
      const input = { name: 'n', greeting: '', style: { loud: true } };
      const outcome = await client().invoke({ tool: tools.defaults, input, ctx: someone });
      assert.deepEqual(tell(outcome), toldGood('result'));
      assert.deepEqual(unwrap(outcome), input);
    },
  },
  ...['1.0.0', '2.0.0'].map((version) => ({
    name: `is found in version ${version} of the two it has`,
    async run({ client, tools }: StoryStage) {
      const call = { tool: { id: tools.versioned, version }, input: {}, ctx: someone };
      const outcome = await client().invoke(call);
      assert.deepEqual(tell(outcome), toldGood('result'));
      assert.equal(unwrap(outcome), version);
    },
  })),
  {
    name: 'names the build that answered and how long it took',
    async run({ client, target, tools }) {
      const outcome = await client().invoke({ tool: tools.read, input: { text: 'x' }, ctx: someone });
      const { artifactVersion, serviceDurationMs = -1 } = outcome;
      assert.equal(artifactVersion, target.index.artifactVersion, 'kindgi-artifact-version');
      assert.ok(serviceDurationMs >= 0, 'kindgi-duration-ms');
    },
  },
);

const checkStories = group(
  'a check that decides',
  {
    name: 'passes',
    async run({ client, checks }) {
      const call = { check: checks.says, config: { word: 'world' }, trace: someTrace };
      const outcome = await client().check(call);
      assert.deepEqual(tell(outcome), toldGood('check-result'));
      assert.deepEqual(unwrap(outcome), { passed: true });
    },
  },
  {
    name: 'fails, with its reason, the words of its judge and its attributes',
    async run({ client, checks }) {
      const call = { check: checks.says, config: { word: 'żółw' }, trace: someTrace };
      const outcome = await client().check(call);
      assert.deepEqual(tell(outcome), toldGood('check-result'));
      const { reason = '', ...verdict } = unwrap(outcome);
      assert.match(reason, /żółw$/);
      const attributes = { word: 'żółw', runId: someTrace.runId };
      assert.deepEqual(verdict, { passed: false, judgeResponse: 'no', attributes });
    },
  },
  {
    name: 'gets an empty config when the call has none',
    async run({ client, checks }) {
      const outcome = await client().check({ check: { id: checks.says }, trace: someTrace });
      assert.deepEqual(tell(outcome), toldGood('check-result'));
      assert.deepEqual(unwrap(outcome), { passed: true });
    },
  },
);

export const answerStories: readonly Story[] = [...toolStories, ...checkStories];

function nested(levels: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { value };
  return value;
}
