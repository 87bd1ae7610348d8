/** Calls that end before their handler does: by their deadline, and because the caller gave up. */
import assert from 'node:assert/strict';
import { assertHas } from '../assert-has.js';
import { group, type Story } from '../story.js';
import { tell, toldGood } from '../told.js';

const timeoutMs = 400;

const toldDeadline = {
  what: 'deadline-exceeded',
  kind: 'error',
  execution: 'may-have-run',
  mayStillRun: true,
  stopped: 'answered',
  attempts: ['200 deadline-exceeded: may-have-run'],
};

const deadlineOnes = group(
  'a call that passes its deadline',
  {
    name: 'ends with the service saying so, and the handler is told',
    async run(stage) {
      // The service's own word on the deadline may be late on a busy machine.
      const hold = stage.hold(stage.client({ answerGraceMs: stage.patienceMs }), { timeoutMs });
      const outcome = await hold.outcome;
      assert.deepEqual(tell(outcome), toldDeadline);
      assertHas(outcome, { toolId: stage.tools.hold });
      await stage.until(
        async () => (await stage.stateOf(hold)) === 'deadline-exceeded',
        'the handler was told',
      );
    },
  },
  {
    name: 'may have a handler that goes on, and comes to an end that nobody hears of',
    async run(stage) {
      const client = stage.client({ answerGraceMs: stage.patienceMs });
      const hold = stage.hold(client, { timeoutMs, stubborn: true });
      assert.deepEqual(tell(await hold.outcome), toldDeadline);
      await stage.until(
        async () => (await stage.stateOf(hold)) === 'deadline-exceeded',
        'the handler was told',
      );
      await hold.release();
      await stage.until(
        async () => (await stage.stateOf(hold)) === 'released',
        'the handler came to its end',
      );
    },
  },
  {
    name: 'counts from the start: a call in time is a result',
    async run(stage) {
      const hold = stage.hold(stage.client(), { timeoutMs: 20_000 });
      await stage.untilHolding(hold);
      await hold.release();
      const outcome = await hold.outcome;
      assert.deepEqual(tell(outcome), toldGood('result'));
      assertHas(outcome, { output: { key: hold.key } });
    },
  },
);

const givingUp = group(
  'a call whose caller gives up',
  {
    name: 'ends at once, and the service tells the handler',
    needs: ['hanging-up'],
    async run(stage) {
      const giveUp = new AbortController();
      const hold = stage.hold(stage.client(), { signal: giveUp.signal });
      await stage.untilHolding(hold);
      giveUp.abort('no longer needed');
      const outcome = await hold.outcome;
      assert.deepEqual(tell(outcome), toldEnd('cancelled'));
      assertHas(outcome, { cause: 'no longer needed' });
      await stage.until(async () => (await stage.stateOf(hold)) === 'cancelled', 'the handler was told');
    },
  },
  {
    name: 'because its client closes ends after the grace, and the service tells the handler',
    needs: ['hanging-up'],
    async run(stage) {
      const client = stage.client();
      const hold = stage.hold(client);
      await stage.untilHolding(hold);
      await client.close({ graceMs: 0 });
      assert.deepEqual(tell(await hold.outcome), toldEnd('closed'));
      await stage.until(async () => (await stage.stateOf(hold)) === 'cancelled', 'the handler was told');
    },
  },
);

export const deadlineStories: readonly Story[] = [...deadlineOnes, ...givingUp];

function toldEnd(what: 'cancelled' | 'closed'): ReturnType<typeof tell> {
  const rest = { kind: 'transport', execution: 'may-have-run', mayStillRun: true, stopped: what };
  return { what, ...rest, attempts: [`sent ${what}: may-have-run`] };
}
