/** Puts the stories of the contract into vitest: one `describe` per group, one test per story. */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type ContractSession, isSkipped, openContract } from '../contract/run.js';
import { contractStories } from '../contract/stories.js';
import type { ContractTarget } from '../contract/target.js';

const storyLimitMs = 60_000;

/**
 * Registers the contract of a pack service for one target. Call it at the top of a test file. Stories that need
 * a part which the target lacks show as skipped.
 *
 * @example
 * ```ts
 * describePackServiceContract({
 *   name: 'my service',
 *   index: contractIndex,
 *   start: ({ env, envCheck, maxConcurrency }) =>
 *     startPackService({ ...createContractPack(), env, envCheck, maxConcurrency }),
 * });
 * ```
 */
export function describePackServiceContract(target: ContractTarget): void {
  describe(`the pack protocol, spoken by ${target.name}`, () => {
    let session: ContractSession | undefined;
    beforeAll(async () => {
      session = await openContract(target);
    }, storyLimitMs);
    afterAll(() => session?.close(), storyLimitMs);

    for (const about of new Set(contractStories.map(({ group }) => group))) {
      describe(about, () => {
        for (const story of contractStories.filter(({ group }) => group === about)) {
          const test = it.skipIf(isSkipped(story, target));
          test(story.name, () => session?.play(story), storyLimitMs);
        }
      });
    }
  });
}
