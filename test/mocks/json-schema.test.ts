/** The compiled schemas of tools and checks. */
import { expect, test } from 'vitest';
import { createSchemaChecker } from '../../src/pack/json-schema.js';

const valid = { verdict: 'valid' };

test.each([
  ['no $schema', undefined],
  ['draft 2020-12', 'https://json-schema.org/draft/2020-12/schema'],
  ['draft 2019-09', 'https://json-schema.org/draft/2019-09/schema'],
  ['draft-07', 'http://json-schema.org/draft-07/schema#'],
  ['a dialect nobody knows', 'https://example.com/dialect'],
])('a schema that states %s is used', (_what, $schema) => {
  const schema = { ...($schema && { $schema }), type: 'object', properties: { n: { type: 'integer' } } };
  const { check } = createSchemaChecker();
  expect(check(schema, { n: 1 })).toEqual(valid);
  expect(check(schema, { n: 'one' })).toEqual({
    verdict: 'invalid',
    issues: [
      {
        instancePath: '/n',
        schemaPath: '#/properties/n/type',
        keyword: 'type',
        params: { type: 'integer' },
        message: 'must be integer',
      },
    ],
  });
});

test('each draft has its own meaning of an array of items', () => {
  const { check } = createSchemaChecker();
  const old = { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }] };
  expect(check(old, [1]).verdict).toBe('invalid');
  expect(check({ prefixItems: [{ type: 'string' }] }, [1]).verdict).toBe('invalid');
});

test('a schema object is compiled once, however often it is used', () => {
  const checker = createSchemaChecker();
  const schema = { type: 'string', format: 'date' };
  const broken = { type: 'nonsense' };
  for (let n = 0; n < 5_000; n += 1) checker.check(schema, '2026-01-01');
  for (let n = 0; n < 10; n += 1) expect(checker.check(broken, 1).verdict).toBe('unusable');
  expect(checker.compiled).toBe(2);
});

test('two schemas with the same $id do not meet, nested ones neither', () => {
  const { check } = createSchemaChecker();
  const schema = (type: string): Record<string, unknown> => ({
    $id: 'https://example.com/thing',
    $defs: { part: { $id: 'https://example.com/part', type } },
    properties: { part: { $ref: 'https://example.com/part' } },
  });
  expect(check(schema('string'), { part: 'x' })).toEqual(valid);
  expect(check(schema('number'), { part: 'x' }).verdict).toBe('invalid');
  expect(check(schema('number'), { part: 1 })).toEqual(valid);
});

test.each([
  ['an unknown type', { type: 'nonsense' }],
  ['a reference to nowhere', { $ref: '#/$defs/none' }],
  ['a pattern that is none', { pattern: '(' }],
  ['properties that are no object', { properties: 5 }],
  ['asynchronous checking', { $async: true, type: 'string' }],
])('a schema with %s is unusable, not a throw', (_what, schema) => {
  const { check } = createSchemaChecker();
  expect(check(schema, {})).toEqual({ verdict: 'unusable', reason: expect.any(String) });
});

test('unknown keywords and formats are ignored without a word', () => {
  const { check } = createSchemaChecker();
  expect(check({ type: 'string', format: 'nonsense', 'x-note': 1 }, 'a')).toEqual(valid);
  expect(check({ format: 'email' }, 'no address').verdict).toBe('invalid');
});

test('a schema may refer to the schema of schemas', () => {
  const { check } = createSchemaChecker();
  const schema = { $ref: 'https://json-schema.org/draft/2020-12/schema' };
  expect(check(schema, { type: 'string' })).toEqual(valid);
  expect(check(schema, { type: 5 }).verdict).toBe('invalid');
});

test('inherited members are no properties', () => {
  const { check } = createSchemaChecker();
  expect(check({ required: ['constructor'] }, {}).verdict).toBe('invalid');
  expect(check({ additionalProperties: false }, JSON.parse('{"__proto__":1}')).verdict).toBe('invalid');
});

test('one issue is reported, not all', () => {
  const items = { type: 'array', items: { type: 'string' } };
  const verdict = createSchemaChecker().check(items, [1, 2, 3]);
  expect(verdict).toMatchObject({ issues: [{ instancePath: '/0' }] });
});

test('a value nested too deeply is an answer', () => {
  const schema = { $id: 'https://example.com/tree', items: { $ref: '#' } };
  let deep: unknown = [];
  for (let n = 0; n < 200_000; n += 1) deep = [deep];
  expect(createSchemaChecker().check(schema, deep)).toMatchObject({ verdict: 'unusable' });
});

test('defaults are filled in only where that was asked for', () => {
  const schema = { properties: { a: { default: { b: 1 } } } };
  const plain = {};
  createSchemaChecker().check(schema, plain);
  expect(plain).toEqual({});
  const first = { a: undefined };
  const filling = createSchemaChecker({ fillDefaults: true });
  filling.check(schema, first);
  expect(first).toEqual({ a: { b: 1 } });
  const second: Record<string, unknown> = {};
  filling.check(schema, second);
  expect(second['a']).not.toBe(first.a);
});
