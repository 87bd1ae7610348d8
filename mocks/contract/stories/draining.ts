/** A service that was asked to end: it takes nothing new, finishes what it has, and is gone. */
import assert from 'node:assert/strict';
import { assertHas } from '../assert-has.js';
import { callHeaders, fieldOf, sendRaw } from '../raw-http.js';
import { someone } from '../stage.js';
import { group, type Story } from '../story.js';
import { tell, toldGood, toldRefusal } from '../told.js';

export const drainingStories: readonly Story[] = group('a service that drains', {
  name: 'refuses new calls, finishes the one in flight and ends',
  needs: ['draining'],
  async run(stage) {
    const { tools, retryAfter } = stage;
    const call = { tool: tools.read, input: { text: 'x' }, ctx: someone };
    const service = await stage.start();
    const client = stage.client({ url: service.url, token: service.token });
    const hold = stage.hold(client);
    await stage.until(async () => {
      const holds = await client.invoke({ tool: tools.holds, input: {}, ctx: someone });
      return holds.kind === 'result' && JSON.stringify(holds.output).includes(hold.key);
    }, 'the call is in flight');

    assert.ok(service.drain, 'the target offers `drain`, or lacks `draining`');
    const drained = service.drain();
    await stage.until(async () => !(await client.ready()).ready, 'the service drains');
    const draining = { state: 'draining', status: 503, detail: 'draining', retryAfterMs: retryAfter.ms };
    assertHas(await client.ready(), { ready: false, replicas: [draining] });
    assertHas(await client.health(), { ready: true, replicas: [{ state: 'ready', status: 200 }] });
    assertHas(await client.info(), { kind: 'info' });

    const refused = await client.invoke(call, { retry: false });
    assert.deepEqual(tell(refused), toldRefusal(503, 'unavailable', 'attempts'));
    assertHas(refused, { detail: 'draining', retryAfterMs: retryAfter.ms });
    const raw = await sendRaw(service.url, { headers: callHeaders(service), body: '{}' });
    const seen = [raw.status, raw.headers['retry-after'], fieldOf(raw, 'error')];
    assert.deepEqual(seen, [503, retryAfter.text, 'draining']);

    await hold.release();
    const outcome = await hold.outcome;
    assert.deepEqual(tell(outcome), toldGood('result'));
    assertHas(outcome, { output: { key: hold.key } });
    await drained;

    await service.close();
    const late = await client.invoke(call, { retry: false });
    assert.deepEqual(tell(late), {
      what: 'unreachable',
      kind: 'transport',
      execution: 'did-not-run',
      mayStillRun: false,
      stopped: 'attempts',
      attempts: ['connecting unreachable: did-not-run'],
    });
    assertHas(await client.ready(), { replicas: [{ state: 'unreachable', ready: false }] });
  },
});
