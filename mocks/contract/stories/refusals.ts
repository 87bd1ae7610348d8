/** That what is refused did not run: the handler itself is asked, not only the answer. */
import assert from 'node:assert/strict';
import { type HoldOptions, type StoryStage, someone } from '../stage.js';
import { group, type Story } from '../story.js';
import { type Told, tell, toldError, toldRefusal } from '../told.js';

export const refusalStories: readonly Story[] = group(
  'a handler',
  {
    name: 'does not begin a call with another token',
    run: (stage) =>
      neverBegins(stage, { client: { token: 'another' }, told: toldRefusal(401, 'unauthorized') }),
  },
  {
    name: 'does not begin a call of a version that is not there',
    run: (stage) =>
      neverBegins(stage, {
        hold: { version: '9.9.9' },
        told: toldError('tool-version-mismatch', 'did-not-run'),
      }),
  },
  {
    name: 'does not begin a call whose input is wrong',
    async run(stage) {
      const key = 'without-until';
      const call = { tool: stage.tools.hold, input: { key }, ctx: someone };
      const outcome = await stage.client().invoke(call);
      assert.deepEqual(tell(outcome), toldError('input-validation-failed', 'did-not-run'));
      const states = await stage.client().invoke({ tool: stage.tools.holds, input: {}, ctx: someone });
      assert.ok(states.kind === 'result' && !JSON.stringify(states.output).includes(key), 'it never began');
    },
  },
);

interface Refused {
  readonly client?: Parameters<StoryStage['client']>[0];
  readonly hold?: HoldOptions;
  readonly told: Told;
}

async function neverBegins(stage: StoryStage, { client, hold: options, told }: Refused): Promise<void> {
  // A service that runs it all the same would hold it.
  const hold = stage.hold(stage.client(client), { ...options, timeoutMs: stage.patienceMs });
  assert.deepEqual(tell(await hold.outcome), told);
  assert.equal(await stage.stateOf(hold), undefined, 'it never began');
}
