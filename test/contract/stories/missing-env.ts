/** A service that lacks a part of its own environment: under `strict` it takes no calls, under `warn` it does. */
import { describe, expect, it } from 'vitest';
import { type Fixture, someone } from '../fixture.js';
import { tell, toldGood, toldRefusal } from '../told.js';

export function describeMissingEnv(fixture: Fixture): void {
  const { index, tools } = fixture.target;
  const [present = '', ...missingEnv] = index.env?.required ?? [];
  const call = { tool: tools.read, input: { text: 'x' }, ctx: someone };
  const start = (envCheck: 'strict' | 'warn') => {
    // An empty value is as good as none.
    const empty = Object.fromEntries(missingEnv.map((name) => [name, '']));
    return fixture.start({ envCheck, env: { [present]: 'set', ...empty } });
  };
  const missingFindings = missingEnv.map((subject) => ({ code: 'env-missing', severity: 'error', subject }));

  describe('a service that lacks a required name', () => {
    it('takes no calls under strict, and names it', async () => {
      const { url } = await start('strict');
      const client = fixture.client({ url });
      const outcome = await client.invoke(call);
      expect(tell(outcome)).toEqual(toldRefusal(503, 'unavailable'));
      expect(outcome).toMatchObject({ status: 503, detail: 'missing env', missingEnv, retryAfterMs: 1_000 });

      expect(await client.ready()).toMatchObject({
        ready: false,
        replicas: [{ state: 'missing-env', detail: 'missing env', missingEnv, status: 503 }],
      });
      expect(await client.health()).toMatchObject({ ready: true });
      expect(await client.info()).toMatchObject({ kind: 'info', info: { missingEnv } });
      const report = await client.reconcile({ index });
      expect(report).toMatchObject({ ok: false, findings: missingFindings });
    });

    it('takes calls under warn, and still names it', async () => {
      const { url } = await start('warn');
      const client = fixture.client({ url });
      expect(tell(await client.invoke(call))).toEqual(toldGood('result'));
      expect(await client.ready()).toMatchObject({
        ready: true,
        replicas: [{ state: 'ready', status: 200 }],
      });
      expect(await client.info()).toMatchObject({ kind: 'info', info: { missingEnv } });
      const report = await client.reconcile({ index });
      expect(report).toMatchObject({ ok: false, findings: missingFindings });
    });
  });
}
