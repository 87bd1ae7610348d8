/** A service at its cap: it refuses before it runs anything, and the client comes back when it may. */
import { describe, expect, it } from 'vitest';
import { until } from '../../until.js';
import { type Fixture, sharedCap, someone, untilHolding } from '../fixture.js';
import { callHeaders, fieldOf, sendRaw } from '../raw-http.js';
import { tell, toldGood, toldRefusal } from '../told.js';

export function describeOverload(fixture: Fixture): void {
  const { tools } = fixture.target;
  const call = { tool: tools.echo, input: { value: 1 }, ctx: someone };

  describe('a service with as many slots as its client uses', () => {
    it('refuses nobody, however many calls wait on the other side', async () => {
      const client = fixture.client({ maxConcurrency: sharedCap });
      const outcomes = await Promise.all(Array.from({ length: 40 }, () => client.invoke(call)));
      for (const outcome of outcomes) expect(tell(outcome)).toEqual(toldGood('result'));
    });
  });

  describe('a service with all its slots taken', () => {
    it('refuses a call with the time to come back, and takes it then', async () => {
      const holds = await fillSlots(fixture);
      const refused = await fixture.client().invoke(call, { retry: false });
      expect(tell(refused)).toEqual(toldRefusal(503, 'unavailable', 'attempts'));
      expect(refused).toMatchObject({ status: 503, detail: 'overloaded', retryAfterMs: 1_000 });

      const client = fixture.client({ maxConcurrency: 32 });
      const coming = client.invoke(call);
      await until(() => client.stats().replicas.some(({ limit }) => limit < 32), 'the call was refused');
      await Promise.all(holds.map((hold) => hold.release()));
      const outcome = await coming;
      const refusals = outcome.attempts.slice(0, -1);
      expect(refusals).not.toEqual([]);
      expect(tell(outcome)).toEqual({
        what: 'result',
        kind: 'result',
        execution: 'ran',
        mayStillRun: false,
        stopped: 'answered',
        attempts: [...refusals.map(() => '503 unavailable: did-not-run'), '200 result: ran'],
      });
      for (const { waitMs } of refusals) expect(waitMs).toBeGreaterThanOrEqual(1_000);
      for (const hold of holds) expect(await hold.outcome).toMatchObject({ kind: 'result' });
    });
  });
}

/** Begins as many calls as the service takes, and waits until it says that it is full. */
async function fillSlots(fixture: Fixture) {
  const client = fixture.client();
  const first = fixture.hold(client);
  await untilHolding(fixture, first);
  const others = Array.from({ length: sharedCap - 1 }, () => fixture.hold(client));
  const raw = { headers: callHeaders(fixture.service()), body: 'no message' };
  await until(async () => {
    const answer = await sendRaw(fixture.service().url, raw);
    if (answer.status !== 503) return false;
    expect(answer.headers['retry-after']).toBe('1');
    expect(fieldOf(answer, 'error')).toBe('overloaded');
    return true;
  }, 'the service is full');
  return [first, ...others];
}
