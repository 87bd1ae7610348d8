/** A story: one thing that the protocol promises, as a function that any test runner can run. */
import type { StoryStage } from './stage.js';
import type { ContractPart } from './target.js';

/**
 * One promise of the protocol, and how a service is asked to keep it.
 *
 * @example
 * ```ts
 * const story: Story = {
 *   group: 'house rules',
 *   name: 'echoes text',
 *   async run({ client, tools }) {
 *     unwrap(await client().invoke({ tool: tools.echo, input: { value: 'a' }, ctx: aRunContext() }));
 *   },
 * };
 * ```
 */
export interface Story {
  /** What it is about; stories of one group follow each other. */
  readonly group: string;
  /** What is promised. With the group, unique. */
  readonly name: string;
  /** The parts without which a service cannot show it. */
  readonly needs?: readonly ContractPart[];
  /** Rejects when the service does not keep the promise. */
  run(stage: StoryStage): Promise<void>;
}

/** Stories of one group. */
export function group(about: string, ...stories: readonly Omit<Story, 'group'>[]): readonly Story[] {
  return stories.map((story) => ({ group: about, ...story }));
}
