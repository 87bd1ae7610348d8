/** Each error code that a service gives for what a client of ours can send, and what it says about the call. */
import { describe, expect, it } from 'vitest';
import type { CheckOutcome, ToolOutcome } from '../../../src/index.js';
import { type Fixture, someone, someTrace } from '../fixture.js';
import { tell, toldError } from '../told.js';

export function describeErrors(fixture: Fixture): void {
  const { tools, checks } = fixture.target;
  const invoke = (tool: string, input: unknown, version?: string) => {
    const ref = version === undefined ? tool : { id: tool, version };
    return fixture.client().invoke({ tool: ref, input, ctx: someone });
  };
  const check = (id: string, config = {}) => fixture.client().check({ check: id, config, trace: someTrace });

  describe('an error message about a tool', () => {
    it('says what is wrong with the input, and that the tool did not run', async () => {
      const outcome = await invoke(tools.read, { text: 7 });
      expect(tell(outcome)).toEqual(toldError('input-validation-failed', 'did-not-run'));
      expect(about(outcome)).toEqual({ toolId: tools.read });
      expect(issuesOf(outcome)).toEqual(['/text type']);
    });

    it('says what is wrong with the output, and that the tool ran', async () => {
      const outcome = await invoke(tools.wrongOutput, {});
      expect(tell(outcome)).toEqual(toldError('output-validation-failed', 'ran'));
      expect(about(outcome)).toEqual({ toolId: tools.wrongOutput });
      expect(issuesOf(outcome)).toEqual(['/text type']);
    });

    it('carries what the tool threw, and says that it ran', async () => {
      const outcome = await invoke(tools.throws, { text: 'böse 🦊' });
      expect(tell(outcome)).toEqual(toldError('handler-throw', 'ran'));
      expect(about(outcome)).toEqual({ toolId: tools.throws });
      expect(causeOf(outcome)).toMatchObject({ name: expect.any(String), message: 'böse 🦊' });
    });

    it('says that the pack has no such tool', async () => {
      const outcome = await invoke('contract.nowhere', {});
      expect(tell(outcome)).toEqual(toldError('tool-not-in-pack', 'did-not-run'));
      expect(about(outcome)).toEqual({ toolId: 'contract.nowhere' });
    });

    it('says that the tool is not there in this version', async () => {
      const outcome = await invoke(tools.echo, {}, '9.9.9');
      expect(tell(outcome)).toEqual(toldError('tool-version-mismatch', 'did-not-run'));
      expect(about(outcome)).toEqual({ toolId: tools.echo });
    });

    it('says that a tool with several versions needs one', async () => {
      const outcome = await invoke(tools.versioned, {});
      expect(tell(outcome)).toEqual(toldError('tool-version-mismatch', 'did-not-run'));
    });

    it.each([[{}], [7]])(
      'says that its code holds no such handler, whatever the input (%j)',
      async (input) => {
        const outcome = await invoke(tools.hollow, input);
        expect(tell(outcome)).toEqual(toldError('handler-shape-invalid', 'did-not-run'));
        expect(about(outcome)).toEqual({ toolId: tools.hollow });
      },
    );

    it('carries why its module did not load, and says that it did not run', async () => {
      const outcome = await invoke(tools.unloadable, {});
      expect(tell(outcome)).toEqual(toldError('handler-import-failed', 'did-not-run'));
      expect(about(outcome)).toEqual({ toolId: tools.unloadable });
      expect(causeOf(outcome)).toMatchObject({ message: 'unloadable.py was told not to load' });
    });
  });

  describe('an error message about a check', () => {
    it('says what is wrong with the config, and that the check did not run', async () => {
      const outcome = await check(checks.short, { maxLength: -1 });
      expect(tell(outcome)).toEqual(toldError('input-validation-failed', 'did-not-run'));
      expect(about(outcome)).toEqual({ checkId: checks.short });
      expect(issuesOf(outcome)).toEqual(['/maxLength minimum']);
    });

    it('carries what the check threw, and says that it ran', async () => {
      const outcome = await check(checks.throws);
      expect(tell(outcome)).toEqual(toldError('handler-throw', 'ran'));
      expect(about(outcome)).toEqual({ checkId: checks.throws });
      expect(causeOf(outcome)).toMatchObject({ message: 'the check broke' });
    });

    it('says that the check gave no verdict, and that it ran', async () => {
      const outcome = await check(checks.noVerdict);
      expect(tell(outcome)).toEqual(toldError('output-validation-failed', 'ran'));
      expect(about(outcome)).toEqual({ checkId: checks.noVerdict });
    });

    it('says that the pack has no such check', async () => {
      const outcome = await check('contract.nowhere');
      expect(tell(outcome)).toEqual(toldError('check-not-in-pack', 'did-not-run'));
      expect(about(outcome)).toEqual({ checkId: 'contract.nowhere' });
    });

    it('says that its code holds no such check', async () => {
      const outcome = await check(checks.hollow);
      expect(tell(outcome)).toEqual(toldError('check-shape-invalid', 'did-not-run'));
      expect(about(outcome)).toEqual({ checkId: checks.hollow });
    });
  });
}

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
