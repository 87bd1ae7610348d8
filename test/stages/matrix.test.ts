/**
 * Every way to end a call at every stage it can be in, over one replica and two. Times are printed, never judged:
 * what is judged is what the call came to, that nothing is sent for it afterwards, and that nothing is left.
 */
import { afterAll, describe, expect, it } from 'vitest';
import type { ToolOutcome } from '../../src/index.js';
import { until } from '../until.js';
import { echoCall, watch } from './calls.js';
import { type Ender, enders, expectationOf } from './expectations.js';
import { expectNoSlotTaken, heldResources, listenersOf, resourcesFreed, slotsOf } from './leftovers.js';
import { callId, type Reached, reach, stages } from './reach.js';

const cells = enders.flatMap((ender) =>
  stages.flatMap((stage) => [1, 2].map((replicas) => ({ ender, stage, replicas }))),
);
const why = new Error('no longer wanted');
const times: string[] = [];

afterAll(() => console.info(`milliseconds from the end to the outcome\n${times.join('\n')}`));

describe('a call that ends by', () => {
  it.each(cells)('$ender while $stage, $replicas replica(s)', async ({ ender, stage, replicas }) => {
    const before = heldResources();
    const controller = new AbortController();
    const { signal } = controller;
    const reached = await reach(stage, replicas, { signal, timeoutMs: ender === 'deadline' ? 500 : 60_000 });
    const { client, call, servers, blockers } = reached;
    const endMs = performance.now();
    const closing = end(ender, reached, controller);
    const outcome = await call;
    times.push(`${ender} ${stage} ${replicas}: ${(performance.now() - endMs).toFixed(1)}`);

    const { attempts, stage: lastStage, ...facts } = expectationOf(ender, stage, replicas);
    expect(outcome).toMatchObject({ kind: 'transport', requestId: callId, ...facts });
    expect(outcome.attempts).toHaveLength(attempts);
    expect(outcome.attempts.at(-1)?.stage).toBe(lastStage);
    if (ender === 'cancel') expect(outcome).toHaveProperty('cause', why);
    expect(listenersOf(signal)).toBe(0);
    // Only those that stood in its way are still there; with them gone, every slot is free.
    expect(slotsOf(client)).toEqual({ inFlight: blockers.length, queued: 0 });
    const sent = requestsOf(reached);
    expect(sent).toBe(lastStage === 'connecting' ? 0 : attempts);
    if (stage === 'sent' || stage === 'answering') {
      await until(() => servers.some(({ seen }) => seen.some(({ gone }) => gone)), 'the service is told');
    }
    for (const server of servers) server.answer('result');
    expect(kindsOf(await Promise.all(blockers))).toEqual(blockers.map(() => 'result'));
    if (ender !== 'close' && servers.length > 0) await expectSlotsUsable(reached);

    expectNoSlotTaken(client);
    await Promise.all([closing, client.close({ graceMs: 0 })]);
    expect(requestsOf(reached)).toBe(sent);
    await until(() => reached.openSockets() === 0, 'no socket is left at the servers');
    await resourcesFreed(before + replicas);
  });
});

/** Ends the call; for `close`, its promise. Those in the line and those that wait need no grace to end. */
function end(
  ender: Ender,
  { client, blockers }: Reached,
  controller: AbortController,
): Promise<void> | undefined {
  if (ender === 'cancel') controller.abort(why);
  if (ender !== 'close') return undefined;
  return client.close({ graceMs: blockers.length > 0 ? 60_000 : 0 });
}

/** How often the call under test was sent. */
function requestsOf({ servers }: Reached): number {
  return servers.flatMap(({ seen }) => seen).filter(({ requestId }) => requestId === callId).length;
}

/** As many calls as there are slots, at the same time: none of them may have been lost. */
async function expectSlotsUsable({ client, servers }: Reached): Promise<void> {
  const calls = servers.map(() => client.invoke(echoCall));
  const ended = watch(Promise.all(calls));
  await until(() => ended.value !== undefined, 'every slot takes a call');
  expect(kindsOf(ended.value ?? [])).toEqual(servers.map(() => 'result'));
}

function kindsOf(outcomes: readonly ToolOutcome[]): string[] {
  return outcomes.map(({ kind }) => kind);
}
