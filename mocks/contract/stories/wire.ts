/** What arrives on the other side: the context that a handler sees, and the headers that a service gets. */
import assert from 'node:assert/strict';
import { type CallContext, toolIdempotencyKey, unwrap } from '../../../src/index.js';
import { assertHas } from '../assert-has.js';
import { type StoryStage, someone, someTrace } from '../stage.js';
import { group, type Story } from '../story.js';
import { startTap, type Tap } from '../tap.js';
import { tell, toldGood } from '../told.js';

const runId = 'běh/7 100%';
const idempotencyKey = toolIdempotencyKey({
  runId,
  stepScope: 'notify/branch-é',
  toolId: 'contract.context',
});

const whole: CallContext = {
  tenantId: 'tenant-ü',
  runId,
  projectId: 'project-漢',
  orgId: 'org-1',
  requestId: 'call_0',
  idempotencyKey,
  env: { REGION: 'eu-středa', EMPTY: '' },
  secrets: { API_KEY: 'value', other: 'value' },
  config: { depth: { limit: 3 } },
  settings: { 'acme.weights': { recency: 0.25, words: ['žluť', '🦊'] }, 'acme.empty': {} },
};

const contextStories = group(
  'the context of a call',
  {
    name: 'reaches the handler whole',
    async run({ client, tools }) {
      const outcome = await client().invoke({ tool: tools.context, input: {}, ctx: whole });
      assert.deepEqual(tell(outcome), toldGood('result'));
      const { secrets: _secrets, ...open } = whole;
      assert.deepEqual(unwrap(outcome), { ...open, secretNames: ['API_KEY', 'other'] });
    },
  },
  {
    name: 'may hold connections, which an older service passes over',
    async run({ client, tools }) {
      const connections = { mail: { accessToken: 'value', account: { id: '1', label: 'Jo' } } };
      const ctx = { ...someone, connections };
      const outcome = await client().invoke({ tool: tools.context, input: {}, ctx });
      assert.deepEqual(tell(outcome), toldGood('result'));
      assertHas(unwrap(outcome), someone);
    },
  },
);

const headerStories = group(
  'the headers of a call',
  {
    name: 'name the run, the call and the time left, in bytes that are safe in a header',
    run: (stage) =>
      tapped(stage, async (tap) => {
        const client = stage.client({ url: tap.url, timeoutMs: 30_000 });
        const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
        const call = { tool: stage.tools.context, input: {}, ctx: whole };
        assert.deepEqual(tell(await client.invoke(call, { traceparent })), toldGood('result'));

        const [request, ...others] = tap.requests();
        assert.deepEqual(others, []);
        assert.equal(request?.line, 'POST /v1/invoke HTTP/1.1');
        const headers = Object.fromEntries(request.headers);
        assertHas(headers, {
          'content-type': 'application/json',
          accept: 'application/json',
          'accept-encoding': 'identity',
          'kindgi-pack-token': stage.service.token,
          'kindgi-protocol': '2',
          'kindgi-run-id': 'b%C4%9Bh/7%20100%25',
          'kindgi-request-id': 'call_0',
          traceparent,
        });
        const timeLeft = headers['kindgi-timeout-ms'] ?? '';
        assert.match(timeLeft, /^[1-9]\d*$/);
        assert.ok(Number(timeLeft) <= 30_000, timeLeft);
      }),
  },
  {
    name: 'take the run of a check from its trace, and an id of its own for the call',
    run: (stage) =>
      tapped(stage, async (tap) => {
        const client = stage.client({ url: tap.url });
        const outcome = await client.check({ check: stage.checks.says, trace: someTrace });
        assert.deepEqual(tell(outcome), toldGood('check-result'));
        const headers = tap.requests()[0]?.headers;
        assert.equal(headers?.get('kindgi-run-id'), someTrace.runId);
        assert.equal(headers?.get('kindgi-request-id'), outcome.requestId);
        assert.notEqual(outcome.requestId, '');
      }),
  },
);

export const wireStories: readonly Story[] = [...contextStories, ...headerStories];

async function tapped({ service }: StoryStage, story: (tap: Tap) => Promise<void>): Promise<void> {
  const tap = await startTap(service.url);
  try {
    await story(tap);
  } finally {
    await tap.close();
  }
}
