/** Calls that end before their handler does: by their deadline, and because the caller gave up. */
import { describe, expect, it } from 'vitest';
import { until } from '../../until.js';
import { type Fixture, untilHolding } from '../fixture.js';
import { tell, toldGood } from '../told.js';

/** Long enough for the service's own word on the deadline to arrive on a busy machine. */
const answerGraceMs = 10_000;
const timeoutMs = 400;

const toldDeadline = {
  what: 'deadline-exceeded',
  kind: 'error',
  execution: 'may-have-run',
  mayStillRun: true,
  stopped: 'answered',
  attempts: ['200 deadline-exceeded: may-have-run'],
};

export function describeDeadlines(fixture: Fixture): void {
  const { tools } = fixture.target;

  describe('a call that passes its deadline', () => {
    it('ends with the service saying so, and the handler is told', async () => {
      const hold = fixture.hold(fixture.client({ answerGraceMs }), { timeoutMs });
      const outcome = await hold.outcome;
      expect(tell(outcome)).toEqual(toldDeadline);
      expect(outcome).toMatchObject({ toolId: tools.hold });
      await until(async () => (await fixture.stateOf(hold)) === 'deadline-exceeded', 'the handler was told');
    });

    it('may have a handler that goes on, and comes to an end that nobody hears of', async () => {
      const hold = fixture.hold(fixture.client({ answerGraceMs }), { timeoutMs, stubborn: true });
      expect(tell(await hold.outcome)).toEqual(toldDeadline);
      await until(async () => (await fixture.stateOf(hold)) === 'deadline-exceeded', 'the handler was told');
      await hold.release();
      await until(async () => (await fixture.stateOf(hold)) === 'released', 'the handler came to its end');
    });

    it('counts from the start: a call in time is a result', async () => {
      const hold = fixture.hold(fixture.client(), { timeoutMs: 20_000 });
      await untilHolding(fixture, hold);
      await hold.release();
      const outcome = await hold.outcome;
      expect(tell(outcome)).toEqual(toldGood('result'));
      expect(outcome).toMatchObject({ output: { key: hold.key } });
    });
  });

  describe('a call whose caller gives up', () => {
    it('ends at once, and the service tells the handler', async () => {
      const giveUp = new AbortController();
      const hold = fixture.hold(fixture.client(), { signal: giveUp.signal });
      await untilHolding(fixture, hold);
      giveUp.abort('no longer needed');
      const outcome = await hold.outcome;
      expect(tell(outcome)).toEqual({
        what: 'cancelled',
        kind: 'transport',
        execution: 'may-have-run',
        mayStillRun: true,
        stopped: 'cancelled',
        attempts: ['sent cancelled: may-have-run'],
      });
      expect(outcome).toMatchObject({ cause: 'no longer needed' });
      await until(async () => (await fixture.stateOf(hold)) === 'cancelled', 'the handler was told');
    });

    it('because its client closes ends after the grace, and the service tells the handler', async () => {
      const client = fixture.client();
      const hold = fixture.hold(client);
      await untilHolding(fixture, hold);
      await client.close({ graceMs: 0 });
      expect(tell(await hold.outcome)).toEqual({
        what: 'closed',
        kind: 'transport',
        execution: 'may-have-run',
        mayStillRun: true,
        stopped: 'closed',
        attempts: ['sent closed: may-have-run'],
      });
      await until(async () => (await fixture.stateOf(hold)) === 'cancelled', 'the handler was told');
    });
  });
}
