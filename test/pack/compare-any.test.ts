/** What holds of comparing, whatever the index and the service. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareInfo } from '../../src/pack/compare-info.js';
import { sortFindings } from '../../src/pack/findings.js';
import { isDeclarative, type PackIndex } from '../../src/pack/pack-index.js';
import { type ComparedTool, indexOf, infoOf } from './an-index.js';

const ids = fc.constantFrom('a', 'b', 'c', '__proto__');
const versions = fc.constantFrom('1', '2', '3');
/** Tools as an indexer writes them: an id has one entry without a version, or several with one each. */
const realTools = fc
  .uniqueArray(fc.record({ id: ids, version: versions, spec: fc.boolean() }), {
    selector: ({ id, version }) => `${id}@${version}`,
  })
  .chain((tools) => fc.tuple(fc.constant(tools), fc.subarray(['a', 'b', 'c', '__proto__'])))
  .map(([tools, bare]): ComparedTool[] => [
    ...tools
      .filter(({ id }) => !bare.includes(id))
      .map(({ id, version, spec }) => (spec ? { id, version, spec: {} } : { id, version })),
    ...bare.map((id) => ({ id })),
  ]);
const checkIds = fc.uniqueArray(ids);
const indexes = fc.record({ tools: realTools, checkIds, env: fc.uniqueArray(ids) }).map(
  ({ tools, checkIds: checks, env }): PackIndex => ({
    ...indexOf(tools),
    guardrails: checks.map((id) => ({ id, kind: 'code', action: {}, checkModulePath: 'a.ts' })),
    env: { required: env, optional: [] },
  }),
);

/** How a service resolves a call: by id and version, or by id alone if it serves a single one. */
function resolves(served: readonly ComparedTool[], { id, version }: ComparedTool): boolean {
  const same = served.filter((tool) => tool.id === id);
  return version === undefined ? same.length === 1 : same.some((tool) => tool.version === version);
}

describe('whatever the index and the service', () => {
  it('an index agrees with the info made from it', () => {
    fc.assert(
      fc.property(indexes, (one) => {
        expect(compareInfo(one, infoOf(one))).toEqual([]);
      }),
    );
  });

  it('the order of lists and what they repeat change nothing', () => {
    fc.assert(
      fc.property(indexes, indexes, fc.infiniteStream(fc.nat()), (one, other, random) => {
        const shuffled = <Item>(items: readonly Item[]): Item[] =>
          items
            .map((item) => ({ item, rank: random.next().value ?? 0 }))
            .sort((a, b) => a.rank - b.rank)
            .map(({ item }) => item);
        const served = infoOf(other);
        const findings = compareInfo(one, served);
        const again = compareInfo(
          { ...one, tools: shuffled(one.tools), guardrails: shuffled(one.guardrails) },
          {
            ...served,
            tools: shuffled([...served.tools, ...served.tools]),
            checks: shuffled([...served.checks, ...served.checks]),
          },
        );
        expect(again).toEqual(findings);
        expect(sortFindings(shuffled(findings))).toEqual(findings);
      }),
    );
  });

  it('a call that the index allows is answered exactly if no error finding names its tool', () => {
    fc.assert(
      fc.property(indexes, indexes, (one, other) => {
        const served = infoOf(other);
        const errors = compareInfo(one, served).filter(({ severity }) => severity === 'error');
        for (const tool of one.tools.filter((each) => !isDeclarative(each))) {
          const named = errors.some(
            ({ code, subject }) =>
              (code === 'tool-missing' && subject === tool.id) ||
              (code === 'tool-version-mismatch' &&
                subject === (tool.version === undefined ? tool.id : `${tool.id}@${tool.version}`)),
          );
          expect(named).toBe(!resolves(served.tools, tool));
        }
        for (const { id } of one.guardrails) {
          expect(errors.some(({ code, subject }) => code === 'check-missing' && subject === id)).toBe(
            !served.checks.includes(id),
          );
        }
      }),
      { numRuns: 500 },
    );
  });
});
