/** What a service tells about itself: its info, its health, and whether it would take calls. */
import assert from 'node:assert/strict';
import { unwrap } from '../../../src/index.js';
import { assertHas } from '../assert-has.js';
import { sendRaw } from '../raw-http.js';
import { group, type Story } from '../story.js';
import { tell, toldRefusal } from '../told.js';

export const probeStories: readonly Story[] = group(
  'a service that is asked about itself',
  {
    name: 'tells what it serves',
    async run({ client, target: { index } }) {
      const outcome = await client().info();
      assert.deepEqual(tell(outcome), {
        what: 'info',
        kind: 'info',
        execution: 'ran',
        mayStillRun: false,
        stopped: 'answered',
        attempts: ['200 info: ran'],
      });
      const info = unwrap(outcome);
      const { packId, packVersion, artifactVersion } = index;
      assertHas(info, { protocol: 2, packId, packVersion, artifactVersion, missingEnv: [] });
      const tools = index.tools.map(({ id, version }) => (version === undefined ? { id } : { id, version }));
      assert.deepEqual(byText(info.tools), byText(tools));
      assert.deepEqual(byText(info.checks), byText(index.guardrails.map(({ id, checkId }) => checkId ?? id)));
    },
  },
  {
    name: 'does not tell it to one with another token',
    async run({ client }) {
      const outcome = await client({ token: 'another' }).info();
      assert.deepEqual(tell(outcome), toldRefusal(401, 'unauthorized'));
    },
  },
  {
    name: 'is healthy and ready, also without a token',
    async run({ client, service: { url } }) {
      const stranger = client({ token: 'another' });
      const ready = { ready: true, replicas: [{ url, ready: true, state: 'ready', status: 200 }] };
      assertHas(await stranger.health(), ready);
      assertHas(await stranger.ready(), ready);
      assertHas(await stranger.waitUntilReady(), ready);
    },
  },
  {
    name: 'says so in JSON',
    async run({ service: { url } }) {
      const health = await sendRaw(url, { method: 'GET', path: '/healthz' });
      const ready = await sendRaw(url, { method: 'GET', path: '/readyz' });
      assert.deepEqual([health.status, health.body], [200, { status: 'ok' }]);
      assert.deepEqual([ready.status, ready.body], [200, { status: 'ready' }]);
    },
  },
  {
    name: 'agrees with the index it was started with',
    async run({ client, target: { index } }) {
      assertHas(await client({ index }).reconcile(), { ok: true, findings: [] });
    },
  },
);

function byText(list: readonly unknown[]): readonly string[] {
  return list.map((each) => JSON.stringify(each)).sort();
}
