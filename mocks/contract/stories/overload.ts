/** A service at its cap: it refuses before it runs anything, and the client comes back when it may. */
import assert from 'node:assert/strict';
import { assertHas } from '../assert-has.js';
import { callHeaders, fieldOf, sendRaw } from '../raw-http.js';
import { type Hold, type StoryStage, sharedCap, someone } from '../stage.js';
import { group, type Story } from '../story.js';
import { tell, toldGood, toldRefusal } from '../told.js';

const calm = group('a service with as many slots as its client uses', {
  name: 'refuses nobody, however many calls wait on the other side',
  async run({ client, tools }) {
    const one = client({ maxConcurrency: sharedCap });
    const call = { tool: tools.echo, input: { value: 1 }, ctx: someone };
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => one.invoke(call)));
    for (const outcome of outcomes) assert.deepEqual(tell(outcome), toldGood('result'));
  },
});

const full = group('a service with all its slots taken', {
  name: 'refuses a call with the time to come back, does not run it, and takes it then',
  needs: ['slots'],
  async run(stage) {
    const holds = await fillSlots(stage);
    const refused = stage.hold(stage.client(), { retry: false, timeoutMs: stage.patienceMs });
    assert.deepEqual(tell(await refused.outcome), toldRefusal(503, 'unavailable', 'attempts'));
    assertHas(await refused.outcome, {
      status: 503,
      detail: 'overloaded',
      retryAfterMs: stage.retryAfter.ms,
    });

    const client = stage.client({ maxConcurrency: 32 });
    const coming = client.invoke({ tool: stage.tools.echo, input: { value: 1 }, ctx: someone });
    await stage.until(() => client.stats().replicas.some(({ limit }) => limit < 32), 'the call was refused');
    await Promise.all(holds.map((hold) => hold.release()));
    const outcome = await coming;
    const refusals = outcome.attempts.slice(0, -1);
    assert.notDeepEqual(refusals, []);
    const tries = [...refusals.map(() => '503 unavailable: did-not-run'), '200 result: ran'];
    assert.deepEqual(tell(outcome), { ...toldGood('result'), attempts: tries });
    for (const { waitMs = 0 } of refusals) assert.ok(waitMs >= stage.retryAfter.ms, `waited ${waitMs} ms`);
    for (const hold of holds) assertHas(await hold.outcome, { kind: 'result' });
    assert.equal(await stage.stateOf(refused), undefined, 'the refused call never began');
  },
});

export const overloadStories: readonly Story[] = [...calm, ...full];

/** Begins as many calls as the service takes, and waits until it says that it is full. */
async function fillSlots(stage: StoryStage): Promise<readonly Hold[]> {
  const { service } = stage;
  const client = stage.client();
  const first = stage.hold(client);
  await stage.untilHolding(first);
  const others = Array.from({ length: sharedCap - 1 }, () => stage.hold(client));
  const raw = { headers: callHeaders(service), body: 'no message' };
  await stage.until(async () => {
    const answer = await sendRaw(service.url, raw);
    if (answer.status !== 503) return false;
    assert.equal(answer.headers['retry-after'], stage.retryAfter.text);
    assert.equal(fieldOf(answer, 'error'), 'overloaded');
    return true;
  }, 'the service is full');
  return [first, ...others];
}
