/** `uniqueItems` of an input that anybody sends: judged as Ajv judges it, and in no time that matters. */
import { Ajv } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSchemaChecker } from '../../src/pack/json-schema.js';

const schema = { type: 'object', properties: { lines: { type: 'array', uniqueItems: true } } };
const mine = createSchemaChecker();
const theirs = new Ajv2020({ strict: false, logger: false }).compile(schema);

function orUndefined<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

it('any list gets the verdict and the issue that Ajv gives', () => {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(
      0,
      -0,
      '0',
      null,
      'null',
      true,
      'true',
      {},
      [],
      '{}',
      '[]',
      [[]],
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ),
    fc.constantFrom({ a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }, JSON.parse('{"__proto__":1}'), '__proto__'),
  );
  let twins = 0;
  fc.assert(
    fc.property(fc.array(value, { maxLength: 12 }), (lines) => {
      // Ajv compares objects by their own `valueOf`, and throws where that is a field of the input.
      const isValid = orUndefined(() => theirs({ lines }));
      fc.pre(isValid !== undefined);
      const verdict = mine.check(schema, { lines });
      expect(verdict.verdict).toBe(isValid ? 'valid' : 'invalid');
      if (verdict.verdict !== 'invalid') return;
      twins += 1;
      expect(verdict.issues).toEqual(theirs.errors);
    }),
    { numRuns: 2_000 },
  );
  expect(twins).toBeGreaterThan(100);
});

it.each([
  ['2020-12', 'https://json-schema.org/draft/2020-12/schema', Ajv2020],
  ['2019-09', 'https://json-schema.org/draft/2019-09/schema', Ajv2019],
  ['07', 'http://json-schema.org/draft-07/schema#', Ajv],
] as const)(
  'of several things that are wrong the first is the one that Ajv tells, in draft %s',
  (_name, $schema, Theirs) => {
    const lists = {
      $schema,
      type: 'array',
      maxItems: 3,
      items: { type: 'string' },
      contains: { const: 'a' },
      uniqueItems: true,
      enum: [['a']],
    };
    const validate = new Theirs({ strict: false, logger: false, meta: false, validateSchema: false }).compile(
      lists,
    );
    for (const list of [
      [1, 1],
      ['b', 'b'],
      ['a', 'a'],
      ['a', 'b', 'c', 'a'],
      [1, 1, 1, 1],
      ['a', 'b'],
    ]) {
      expect(validate(list)).toBe(false);
      expect(mine.check(lists, list)).toEqual({ verdict: 'invalid', issues: validate.errors });
    }
  },
);

it('a list of which nothing is asked may hold anything twice', () => {
  const loose = { type: 'array', uniqueItems: false };
  expect(mine.check(loose, [1, 1, {}, {}])).toEqual({ verdict: 'valid' });
});

it('a list of 300,000 objects is judged item by item', () => {
  const lines = Array.from({ length: 300_000 }, (_, at) => ({ sku: at }));
  expect(mine.check(schema, { lines })).toEqual({ verdict: 'valid' });
  expect(mine.check(schema, { lines: [...lines, { sku: 7 }] })).toMatchObject({
    issues: [{ instancePath: '/lines', keyword: 'uniqueItems', params: { i: 300_000, j: 7 } }],
  });
}, 20_000);

it('a list of lists too deep to compare is left to the service', () => {
  let deep: unknown = 1;
  for (let at = 0; at < 100_000; at += 1) deep = [deep];
  expect(mine.check(schema, { lines: [deep, deep] }).verdict).toBe('unusable');
});

it('fields named as every object’s own are compared like others', () => {
  expect(mine.check(schema, { lines: [{}, { valueOf: 0 }, { toString: 1 }] })).toEqual({ verdict: 'valid' });
  expect(mine.check(schema, { lines: [{ valueOf: 0 }, { valueOf: 0 }] })).toMatchObject({
    verdict: 'invalid',
  });
});
