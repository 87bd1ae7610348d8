/** Every story of the contract, gathered from its groups. */
import { answerStories } from './stories/answers.js';
import { deadlineStories } from './stories/deadlines.js';
import { drainingStories } from './stories/draining.js';
import { errorStories } from './stories/errors.js';
import { messageStories } from './stories/messages.js';
import { missingEnvStories } from './stories/missing-env.js';
import { overloadStories } from './stories/overload.js';
import { probeStories } from './stories/probes.js';
import { refusalStories } from './stories/refusals.js';
import { statusStories } from './stories/statuses.js';
import { wireStories } from './stories/wire.js';
import type { Story } from './story.js';

/**
 * Every story of the contract, in the order in which they are played: for a test runner that `openContract` is to be
 * put into. Those whose `needs` a target lacks are to be skipped.
 *
 * @example
 * ```ts
 * console.log(contractStories.map(({ group, name }) => `${group}: ${name}`));
 * ```
 */
export const contractStories: readonly Story[] = [
  ...answerStories,
  ...errorStories,
  ...wireStories,
  ...statusStories,
  ...messageStories,
  ...refusalStories,
  ...deadlineStories,
  ...probeStories,
  ...overloadStories,
  ...drainingStories,
  ...missingEnvStories,
];
