/**
 * The suite is worth what it finds: each seeded fault in a pack service breaks the story that is about it, and the
 * same stories find nothing in the same service without the fault.
 */
import { describe, expect, it } from 'vitest';
import {
  type ContractTarget,
  contractIndex,
  contractStories,
  type PlayedStory,
  runPackServiceContract,
  type Story,
} from '../../mocks/contract/index.js';
import { type SeededFault, seededFaults } from './seeded.js';
import { startTampered, type Tampering } from './tampering.js';

const target = (tampering: Tampering, more: Partial<ContractTarget> = {}): ContractTarget => ({
  name: 'a tampered service',
  index: contractIndex,
  start: (setup) => startTampered(tampering, setup),
  ...more,
});
const keyOf = ([group, name]: SeededFault['foundBy']) => `${group}: ${name}`;
const named = new Set(seededFaults.map(({ foundBy }) => keyOf(foundBy)));
const brokenOf = (stories: readonly PlayedStory[]) => stories.filter(({ result }) => result === 'broken');

describe.concurrent('the contract suite', () => {
  it.each(seededFaults)('finds a service that $what', async (fault) => {
    const only = ({ group, name }: Story) => keyOf([group, name]) === keyOf(fault.foundBy);
    // Nothing that is waited for in vain is worth a long wait here.
    const report = await runPackServiceContract(target(fault, { patienceMs: 1_500 }), only);
    expect(report.ok).toBe(false);
    const [story, ...others] = brokenOf(report.stories);
    expect(others).toEqual([]);
    expect(String(story?.error)).toMatch(fault.says);
  });

  it('finds nothing in the same service without a fault', async () => {
    const only = ({ group, name }: Story) => named.has(keyOf([group, name]));
    const { ok, stories } = await runPackServiceContract(target({}), only);
    expect(brokenOf(stories)).toEqual([]);
    expect([ok, stories.length]).toEqual([true, named.size]);
  });

  it('skips what a target lacks, and nothing else', async () => {
    const lacking = target({}, { lacks: ['draining', 'slots', 'hanging-up'] });
    const { ok, stories } = await runPackServiceContract(lacking, ({ needs = [] }) => needs.length > 0);
    expect([ok, new Set(stories.map(({ result }) => result))]).toEqual([true, new Set(['skipped'])]);
    expect(stories).toHaveLength(4);
  });
});

it('has no two stories of one name', () => {
  const keys = contractStories.map(({ group, name }) => keyOf([group, name]));
  expect(new Set(keys).size).toBe(keys.length);
});
