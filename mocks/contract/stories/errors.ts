/** Each error code that a service gives for what a client of ours can send, and what it says about the call. */
import assert from 'node:assert/strict';
import type { CheckOutcome, ToolOutcome } from '../../../src/index.js';
import { assertHas } from '../assert-has.js';
import { type StoryStage, someone, someTrace } from '../stage.js';
import { group, type Story } from '../story.js';
import { tell, toldError } from '../told.js';

const nowhere = 'contract.nowhere';

const invoke = ({ client }: StoryStage, tool: string, input: unknown, version?: string) =>
  client().invoke({ tool: version === undefined ? tool : { id: tool, version }, input, ctx: someone });

const check = ({ client }: StoryStage, id: string, config = {}) =>
  client().check({ check: id, config, trace: someTrace });

const toolStories = group(
  'an error message about a tool',
  {
    name: 'says what is wrong with the input, and that the tool did not run',
    async run(stage) {
      const outcome = await invoke(stage, stage.tools.read, { text: 7 });
      assert.deepEqual(tell(outcome), toldError('input-validation-failed', 'did-not-run'));
      assert.deepEqual(about(outcome), { toolId: stage.tools.read });
      assert.deepEqual(issuesOf(outcome), ['/text type']);
    },
  },
  {
    name: 'says what is wrong with the output, and that the tool ran',
    async run(stage) {
      const outcome = await invoke(stage, stage.tools.wrongOutput, {});
      assert.deepEqual(tell(outcome), toldError('output-validation-failed', 'ran'));
      assert.deepEqual(about(outcome), { toolId: stage.tools.wrongOutput });
      assert.deepEqual(issuesOf(outcome), ['/text type']);
    },
  },
  {
    name: 'carries what the tool threw, and says that it ran',
    async run(stage) {
      const outcome = await invoke(stage, stage.tools.throws, { text: 'böse 🦊' });
      assert.deepEqual(tell(outcome), toldError('handler-throw', 'ran'));
      assert.deepEqual(about(outcome), { toolId: stage.tools.throws });
      assertHas(causeOf(outcome), { message: 'böse 🦊' });
    },
  },
  {
    name: 'says that the pack has no such tool',
    async run(stage) {
      const outcome = await invoke(stage, nowhere, {});
      assert.deepEqual(tell(outcome), toldError('tool-not-in-pack', 'did-not-run'));
      assert.deepEqual(about(outcome), { toolId: nowhere });
    },
  },
  {
    name: 'says that the tool is not there in this version',
    async run(stage) {
      const outcome = await invoke(stage, stage.tools.echo, {}, '9.9.9');
      assert.deepEqual(tell(outcome), toldError('tool-version-mismatch', 'did-not-run'));
      assert.deepEqual(about(outcome), { toolId: stage.tools.echo });
    },
  },
  {
    name: 'says that a tool with several versions needs one',
    async run(stage) {
      const outcome = await invoke(stage, stage.tools.versioned, {});
      assert.deepEqual(tell(outcome), toldError('tool-version-mismatch', 'did-not-run'));
    },
  },
  ...[{}, 7].map((input) => ({
    name: `says that its code holds no such handler, whatever the input (${JSON.stringify(input)})`,
    async run(stage: StoryStage) {
      const outcome = await invoke(stage, stage.tools.hollow, input);
      assert.deepEqual(tell(outcome), toldError('handler-shape-invalid', 'did-not-run'));
      assert.deepEqual(about(outcome), { toolId: stage.tools.hollow });
    },
  })),
  {
    name: 'carries why its module did not load, and says that it did not run',
    async run(stage) {
      const outcome = await invoke(stage, stage.tools.unloadable, {});
      assert.deepEqual(tell(outcome), toldError('handler-import-failed', 'did-not-run'));
      assert.deepEqual(about(outcome), { toolId: stage.tools.unloadable });
      assert.match(String(Reflect.get(Object(causeOf(outcome)), 'message')), /was told not to load$/);
    },
  },
);

const checkStories = group(
  'an error message about a check',
  {
    name: 'says what is wrong with the config, and that the check did not run',
    async run(stage) {
      const outcome = await check(stage, stage.checks.short, { maxLength: -1 });
      assert.deepEqual(tell(outcome), toldError('input-validation-failed', 'did-not-run'));
      assert.deepEqual(about(outcome), { checkId: stage.checks.short });
      assert.deepEqual(issuesOf(outcome), ['/maxLength minimum']);
    },
  },
  {
    name: 'carries what the check threw, and says that it ran',
    async run(stage) {
      const outcome = await check(stage, stage.checks.throws);
      assert.deepEqual(tell(outcome), toldError('handler-throw', 'ran'));
      assert.deepEqual(about(outcome), { checkId: stage.checks.throws });
      assertHas(causeOf(outcome), { message: 'the check broke' });
    },
  },
  {
    name: 'says that the check gave no verdict, and that it ran',
    async run(stage) {
      const outcome = await check(stage, stage.checks.noVerdict);
      assert.deepEqual(tell(outcome), toldError('output-validation-failed', 'ran'));
      assert.deepEqual(about(outcome), { checkId: stage.checks.noVerdict });
    },
  },
  {
    name: 'says that the pack has no such check',
    async run(stage) {
      const outcome = await check(stage, nowhere);
      assert.deepEqual(tell(outcome), toldError('check-not-in-pack', 'did-not-run'));
      assert.deepEqual(about(outcome), { checkId: nowhere });
    },
  },
  {
    name: 'says that its code holds no such check',
    async run(stage) {
      const outcome = await check(stage, stage.checks.hollow);
      assert.deepEqual(tell(outcome), toldError('check-shape-invalid', 'did-not-run'));
      assert.deepEqual(about(outcome), { checkId: stage.checks.hollow });
    },
  },
);

export const errorStories: readonly Story[] = [...toolStories, ...checkStories];

function about(outcome: ToolOutcome | CheckOutcome): object {
  if (outcome.kind !== 'error') return {};
  const { toolId, checkId } = outcome;
  return { ...(toolId === undefined ? {} : { toolId }), ...(checkId === undefined ? {} : { checkId }) };
}

function issuesOf(outcome: ToolOutcome | CheckOutcome): readonly string[] {
  const issues = outcome.kind === 'error' ? (outcome.issues ?? []) : [];
  return issues.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}

function causeOf(outcome: ToolOutcome | CheckOutcome): unknown {
  return outcome.kind === 'error' ? outcome.cause : undefined;
}
