/** A service that was asked to end: it takes nothing new, finishes what it has, and is gone. */
import { describe, expect, it } from 'vitest';
import { until } from '../../until.js';
import { type Fixture, someone } from '../fixture.js';
import { callHeaders, fieldOf, sendRaw } from '../raw-http.js';
import { tell, toldGood, toldRefusal } from '../told.js';

export function describeDraining(fixture: Fixture): void {
  const { tools } = fixture.target;
  const call = { tool: tools.read, input: { text: 'x' }, ctx: someone };

  describe('a service that drains', () => {
    it('refuses new calls, finishes the one in flight and ends', async () => {
      const service = await fixture.start();
      const client = fixture.client({ url: service.url });
      const hold = fixture.hold(client);
      await until(async () => {
        const holds = await client.invoke({ tool: tools.holds, input: {}, ctx: someone });
        return holds.kind === 'result' && JSON.stringify(holds.output).includes(hold.key);
      }, 'the call is in flight');

      const drained = service.drain();
      await until(async () => !(await client.ready()).ready, 'the service drains');
      expect(await client.ready()).toMatchObject({
        ready: false,
        replicas: [{ state: 'draining', status: 503, detail: 'draining', retryAfterMs: 1_000 }],
      });
      expect(await client.health()).toMatchObject({
        ready: true,
        replicas: [{ state: 'ready', status: 200 }],
      });
      expect(await client.info()).toMatchObject({ kind: 'info' });

      const refused = await client.invoke(call, { retry: false });
      expect(tell(refused)).toEqual(toldRefusal(503, 'unavailable', 'attempts'));
      expect(refused).toMatchObject({ detail: 'draining', retryAfterMs: 1_000 });
      const raw = await sendRaw(service.url, { headers: callHeaders(service), body: '{}' });
      expect([raw.status, raw.headers['retry-after'], fieldOf(raw, 'error')]).toEqual([503, '1', 'draining']);

      await hold.release();
      const outcome = await hold.outcome;
      expect(tell(outcome)).toEqual(toldGood('result'));
      expect(outcome).toMatchObject({ output: { key: hold.key } });
      await drained;

      await service.close();
      const late = await client.invoke(call, { retry: false });
      expect(tell(late)).toEqual({
        what: 'unreachable',
        kind: 'transport',
        execution: 'did-not-run',
        mayStillRun: false,
        stopped: 'attempts',
        attempts: ['connecting unreachable: did-not-run'],
      });
      expect((await client.ready()).replicas).toMatchObject([{ state: 'unreachable', ready: false }]);
    });
  });
}
