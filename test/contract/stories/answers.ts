/** What a service answers when all is well: results, verdicts, filled-in defaults, and JSON of every shape. */
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../src/index.js';
import { type Fixture, someone, someTrace } from '../fixture.js';
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

export function describeAnswers(fixture: Fixture): void {
  const { tools, checks } = fixture.target;

  describe('a tool that returns', () => {
    it.each(values)('answers with %s as it was given', async (_what, value) => {
      const outcome = await fixture.client().invoke({ tool: tools.echo, input: { value }, ctx: someone });
      expect(tell(outcome)).toEqual(toldGood('result'));
      expect(JSON.stringify(unwrap(outcome))).toBe(JSON.stringify(value));
    });

    it('gets the defaults of its schema where the input has none', async () => {
      const client = fixture.client();
      const bare = await client.invoke({ tool: tools.defaults, input: { name: 'n' }, ctx: someone });
      expect(tell(bare)).toEqual(toldGood('result'));
      expect(unwrap(bare)).toEqual({ name: 'n', greeting: 'hello', style: { loud: false } });
      const input = { name: 'n', greeting: '', style: { loud: true } };
      const given = await client.invoke({ tool: tools.defaults, input, ctx: someone });
      expect(tell(given)).toEqual(toldGood('result'));
      expect(unwrap(given)).toEqual(input);
    });

    it.each(['1.0.0', '2.0.0'])('is found in version %s of the two it has', async (version) => {
      const call = { tool: { id: tools.versioned, version }, input: {}, ctx: someone };
      const outcome = await fixture.client().invoke(call);
      expect(tell(outcome)).toEqual(toldGood('result'));
      expect(unwrap(outcome)).toBe(version);
    });

    it('names the build that answered and how long it took', async () => {
      const call = { tool: tools.read, input: { text: 'x' }, ctx: someone };
      const { artifactVersion, serviceDurationMs } = await fixture.client().invoke(call);
      expect(artifactVersion).toBe(fixture.target.index.artifactVersion);
      expect(serviceDurationMs).toBeGreaterThanOrEqual(0);
    });
  });

  describe('a check that decides', () => {
    it('passes', async () => {
      const call = { check: checks.says, config: { word: 'world' }, trace: someTrace };
      const outcome = await fixture.client().check(call);
      expect(tell(outcome)).toEqual(toldGood('check-result'));
      expect(unwrap(outcome)).toEqual({ passed: true });
    });

    it('fails, with its reason, the words of its judge and its attributes', async () => {
      const call = { check: checks.says, config: { word: 'żółw' }, trace: someTrace };
      const outcome = await fixture.client().check(call);
      expect(tell(outcome)).toEqual(toldGood('check-result'));
      expect(unwrap(outcome)).toEqual({
        passed: false,
        reason: expect.stringMatching(/żółw$/),
        judgeResponse: 'no',
        attributes: { word: 'żółw', runId: someTrace.runId },
      });
    });

    it('gets an empty config when the call has none', async () => {
      const outcome = await fixture.client().check({ check: { id: checks.says }, trace: someTrace });
      expect(tell(outcome)).toEqual(toldGood('check-result'));
      expect(unwrap(outcome)).toEqual({ passed: true });
    });
  });
}

function nested(levels: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { value };
  return value;
}
