/** What a service tells about itself: its info, its health, and whether it would take calls. */
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../src/index.js';
import type { Fixture } from '../fixture.js';
import { sendRaw } from '../raw-http.js';
import { tell } from '../told.js';

export function describeProbes(fixture: Fixture): void {
  const { index } = fixture.target;

  describe('a service that is asked about itself', () => {
    it('tells what it serves', async () => {
      const outcome = await fixture.client().info();
      expect(tell(outcome)).toEqual({
        what: 'info',
        kind: 'info',
        execution: 'ran',
        mayStillRun: false,
        stopped: 'answered',
        attempts: ['200 info: ran'],
      });
      const info = unwrap(outcome);
      const { packId, packVersion, artifactVersion } = index;
      expect(info).toMatchObject({ protocol: 2, packId, packVersion, artifactVersion, missingEnv: [] });
      const tools = index.tools.map(({ id, version }) => (version === undefined ? { id } : { id, version }));
      expect(byText(info.tools)).toEqual(byText(tools));
      expect(byText(info.checks)).toEqual(byText(index.guardrails.map(({ id, checkId }) => checkId ?? id)));
    });

    it('does not tell it to one with another token', async () => {
      const outcome = await fixture.client({ token: 'another' }).info();
      expect(tell(outcome)).toEqual({
        what: 'unauthorized',
        kind: 'transport',
        execution: 'did-not-run',
        mayStillRun: false,
        stopped: 'not-retryable',
        attempts: ['401 unauthorized: did-not-run'],
      });
    });

    it('is healthy and ready, also without a token', async () => {
      const client = fixture.client({ token: 'another' });
      const { url } = fixture.service();
      const replicas = [{ url, ready: true, state: 'ready', status: 200 }];
      expect(await client.health()).toMatchObject({ ready: true, replicas });
      expect(await client.ready()).toMatchObject({ ready: true, replicas });
      expect(await client.waitUntilReady()).toMatchObject({ ready: true, replicas });
    });

    it('says so in JSON', async () => {
      const { url } = fixture.service();
      const health = await sendRaw(url, { method: 'GET', path: '/healthz' });
      const ready = await sendRaw(url, { method: 'GET', path: '/readyz' });
      expect([health.status, health.body]).toEqual([200, { status: 'ok' }]);
      expect([ready.status, ready.body]).toEqual([200, { status: 'ready' }]);
    });

    it('agrees with the index it was started with', async () => {
      const report = await fixture.client({ index }).reconcile();
      expect(report).toMatchObject({ ok: true, findings: [] });
    });
  });
}

function byText(list: readonly unknown[]): readonly string[] {
  return list.map((each) => JSON.stringify(each)).sort();
}
