/** What holds of parsing whatever the value, and how it bears a large one. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findShapeProblems } from '../../src/pack/check-shape.js';
import { packIndexSchema } from '../../src/pack/index-schema.js';
import { createProblems } from '../../src/pack/problems.js';
import { anIndex } from './an-index.js';
import { issuesOf, withValue } from './changed-index.js';

describe('any JSON', () => {
  it('is refused by PackUsageError alone, or accepted', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const at of [
          '/tools',
          '/tools/0',
          '/tools/0/effects',
          '/guardrails/0',
          '/agents/0/tools',
          '/flows',
          '/env',
          '/env/required',
          '/v',
        ]) {
          issuesOf(withValue(at, value));
        }
        issuesOf(value);
      }),
    );
  });

  it('gets the verdict and the places that Ajv gives for the same schema', () => {
    const ajv = new Ajv2020({ allErrors: true, ownProperties: true });
    ajv.addFormat('date-time', fullFormats['date-time']);
    const check = ajv.compile(packIndexSchema);
    let refused = 0;
    const pointers = pointersIn(anIndex());
    fc.assert(
      fc.property(fc.constantFrom(...pointers), fc.option(anyValue, { nil: undefined }), (pointer, value) => {
        const index = withValue(pointer, value);
        check(index);
        const theirs = (check.errors ?? []).map(({ instancePath, params }) =>
          'missingProperty' in params ? `${instancePath}/${params['missingProperty']}` : instancePath,
        );
        expect(shapePaths(index)).toEqual([...new Set(theirs)].sort());
        if (theirs.length > 0) refused += 1;
      }),
      { numRuns: 1_000 },
    );
    expect(refused).toBeGreaterThan(100);
  });
});

const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    '',
    'A_B',
    'KINDGI_A',
    '1A',
    1,
    0,
    1.5,
    -1,
    true,
    null,
    [],
    {},
    [{}],
    ['A', 'A'],
    ['A', 'B'],
  ),
  fc.constantFrom(
    '2026-02-30T00:00:00Z',
    '2024-02-29t00:00:00.1z',
    '2026-04-31T00:00:00Z',
    '2026-01-01T00:00Z',
  ),
);

/** Every place in a value, as a JSON pointer, without the root. */
function pointersIn(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    `${path}/${key}`,
    ...pointersIn(inner, `${path}/${key}`),
  ]);
}

/** Where the shape is broken; Ajv reports a name that occurs twice at its list. */
function shapePaths(index: unknown): string[] {
  const problems = createProblems();
  findShapeProblems(packIndexSchema, { value: index, path: '' }, problems);
  const paths = problems
    .issues()
    .map(({ path, message }) => (message === 'expected each name once' ? path.replace(/\/\d+$/, '') : path));
  return [...new Set(paths)].sort();
}

describe('a large index', () => {
  const many = <Item>(length: number, item: (at: number) => Item): Item[] =>
    Array.from({ length }, (_, at) => item(at));
  const depth = 300_000;

  it.each<[string, () => unknown, number]>([
    ['of 20,000 tools', () => withTools(many(20_000, (at) => aTool(`acme.tool-${at}`))), 0],
    ['of a million tools that are none', () => withTools(many(1_000_000, () => 1)), 1_001],
    [
      'of 300,000 environment names',
      () => ({ ...anIndex(), env: { required: many(300_000, (at) => `A${at.toString(36)}`), optional: [] } }),
      0,
    ],
    [
      'with a tool of 300,000 effects',
      () => withTools([{ ...aTool('acme.busy'), effects: many(300_000, () => ({})) }]),
      0,
    ],
    [
      'with a field nested deeper than the stack',
      () => ({ ...anIndex(), more: JSON.parse('['.repeat(depth) + ']'.repeat(depth)) }),
      0,
    ],
  ])('%s is checked as a whole', (_what, index, issues) => {
    expect(issuesOf(index())).toHaveLength(issues);
  });

  function withTools(tools: readonly unknown[]): unknown {
    return { ...anIndex(), tools };
  }

  function aTool(id: string) {
    return { id, input: {}, output: {}, modulePath: 'a.ts' };
  }
});
