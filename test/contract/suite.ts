/**
 * The contract of a pack service as its callers see it: one suite for every service that speaks the protocol.
 * It calls through the public client, and by raw requests only for what no client sends. What it needs to know of
 * a service stands in `target.ts`; what only one service does is no part of it.
 */
import { describe } from 'vitest';
import { useFixture } from './fixture.js';
import { describeAnswers } from './stories/answers.js';
import { describeDeadlines } from './stories/deadlines.js';
import { describeDraining } from './stories/draining.js';
import { describeErrors } from './stories/errors.js';
import { describeMissingEnv } from './stories/missing-env.js';
import { describeOverload } from './stories/overload.js';
import { describeProbes } from './stories/probes.js';
import { describeStatuses } from './stories/statuses.js';
import { describeWire } from './stories/wire.js';
import type { ContractTarget } from './target.js';

/** Registers the whole suite for one service. Call it at the top of a test file. */
export function describePackServiceContract(target: ContractTarget): void {
  describe(`the pack protocol, spoken by ${target.name}`, () => {
    const fixture = useFixture(target);
    describeAnswers(fixture);
    describeErrors(fixture);
    describeWire(fixture);
    describeStatuses(fixture);
    describeDeadlines(fixture);
    describeProbes(fixture);
    describeOverload(fixture);
    describeDraining(fixture);
    describeMissingEnv(fixture);
  });
}
