/** What arrives on the other side: the context that a handler sees, and the headers that a service gets. */
import { describe, expect, it } from 'vitest';
import { type CallContext, toolIdempotencyKey, unwrap } from '../../../src/index.js';
import { type Fixture, someone, someTrace } from '../fixture.js';
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

export function describeWire(fixture: Fixture): void {
  const { tools, checks } = fixture.target;

  describe('the context of a call', () => {
    it('reaches the handler whole', async () => {
      const outcome = await fixture.client().invoke({ tool: tools.context, input: {}, ctx: whole });
      expect(tell(outcome)).toEqual(toldGood('result'));
      const { secrets: _secrets, ...open } = whole;
      expect(unwrap(outcome)).toEqual({ ...open, secretNames: ['API_KEY', 'other'] });
    });

    it('may hold connections, which an older service passes over', async () => {
      const connections = { mail: { accessToken: 'value', account: { id: '1', label: 'Jo' } } };
      const ctx = { ...someone, connections };
      const outcome = await fixture.client().invoke({ tool: tools.context, input: {}, ctx });
      expect(tell(outcome)).toEqual(toldGood('result'));
      expect(unwrap(outcome)).toMatchObject(someone);
    });
  });

  describe('the headers of a call', () => {
    it('name the run, the call and the time left, in bytes that are safe in a header', async () => {
      await tapped(fixture, async (tap) => {
        const client = fixture.client({ url: tap.url, timeoutMs: 30_000 });
        const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
        const call = { tool: tools.context, input: {}, ctx: whole };
        expect(tell(await client.invoke(call, { traceparent }))).toEqual(toldGood('result'));

        const [request, ...others] = tap.requests();
        expect(others).toEqual([]);
        expect(request?.line).toBe('POST /v1/invoke HTTP/1.1');
        const headers = Object.fromEntries(request?.headers ?? []);
        expect(headers).toMatchObject({
          'content-type': 'application/json',
          accept: 'application/json',
          'accept-encoding': 'identity',
          'kindgi-pack-token': fixture.service().token,
          'kindgi-protocol': '2',
          'kindgi-run-id': 'b%C4%9Bh/7%20100%25',
          'kindgi-request-id': 'call_0',
          traceparent,
        });
        const timeLeft = headers['kindgi-timeout-ms'] ?? '';
        expect(timeLeft).toMatch(/^\d+$/);
        expect(Number(timeLeft)).toBeGreaterThan(0);
        expect(Number(timeLeft)).toBeLessThanOrEqual(30_000);
      });
    });

    it('take the run of a check from its trace, and an id of its own for the call', async () => {
      await tapped(fixture, async (tap) => {
        const client = fixture.client({ url: tap.url });
        const outcome = await client.check({ check: checks.says, trace: someTrace });
        expect(tell(outcome)).toEqual(toldGood('check-result'));
        const headers = tap.requests()[0]?.headers;
        expect(headers?.get('kindgi-run-id')).toBe(someTrace.runId);
        expect(headers?.get('kindgi-request-id')).toBe(outcome.requestId);
        expect(outcome.requestId).not.toBe('');
      });
    });
  });
}

async function tapped(fixture: Fixture, story: (tap: Tap) => Promise<void>): Promise<void> {
  const tap = await startTap(fixture.service().url);
  try {
    await story(tap);
  } finally {
    await tap.close();
  }
}
