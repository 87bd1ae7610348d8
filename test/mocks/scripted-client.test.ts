/** A client on a script and a clock: the real policy, without a socket and without waiting. */
import { describe, expect, test } from 'vitest';
import {
  aCheckCall,
  aToolCall,
  createScriptedClient,
  ManualClock,
  type ScriptedReply,
  sampleIndex,
} from '../../mocks/index.js';
import { settled } from '../manual-environment.js';

const verdicts: readonly (readonly [ScriptedReply, object])[] = [
  [{ output: { a: 1 } }, { kind: 'result', output: { a: 1 }, execution: 'ran' }],
  [{ output: undefined }, { kind: 'result', output: null }],
  [{ error: 'handler-throw' }, { kind: 'error', code: 'handler-throw', execution: 'ran' }],
  [
    { error: 'tool-not-in-pack', message: 'no' },
    { message: 'no', execution: 'did-not-run' },
  ],
  [{ error: 'of-tomorrow' }, { code: 'of-tomorrow', execution: 'may-have-run' }],
  [
    { status: 500, body: 'x' },
    { reason: 'service-failed', execution: 'may-have-run' },
  ],
  [{ status: 404 }, { reason: 'not-found', execution: 'did-not-run' }],
  [
    { status: 200, body: { v: 1 } },
    { reason: 'invalid-response', execution: 'may-have-run' },
  ],
  ['refuse', { reason: 'unreachable', execution: 'did-not-run' }],
  ['reset-before-request', { reason: 'unreachable', execution: 'did-not-run' }],
  ['reset-after-request', { reason: 'connection-lost', execution: 'may-have-run', mayStillRun: true }],
  ['close-after-request', { reason: 'connection-lost', execution: 'may-have-run' }],
  ['cut-body', { reason: 'connection-lost', execution: 'may-have-run' }],
  ['not-json', { reason: 'invalid-response', execution: 'may-have-run' }],
  ['wrong-kind', { reason: 'invalid-response', execution: 'may-have-run' }],
  ['huge-body', { reason: 'response-too-large', execution: 'may-have-run' }],
  ['unexpected-status', { reason: 'unexpected-status', status: 502, execution: 'may-have-run' }],
  ['overloaded', { reason: 'unavailable', detail: 'overloaded', retryAfterMs: 1_000 }],
  [
    { fault: 'draining', retryAfter: 7 },
    { detail: 'draining', retryAfterMs: 7_000, execution: 'did-not-run' },
  ],
  [
    { fault: 'missing-env', missingEnv: ['A_KEY'] },
    { detail: 'missing env', missingEnv: ['A_KEY'] },
  ],
  [{ fault: 'unexpected-status', status: 429 }, { status: 429 }],
];

describe('one try', () => {
  test.each(verdicts)('%j', async (step, expected) => {
    const { client, requests } = createScriptedClient({ script: [step] });
    const outcome = await client.invoke(aToolCall(), { retry: false });
    expect(outcome).toMatchObject(expected);
    expect(outcome.attempts.length).toBe(1);
    expect(requests.length).toBe(1);
  });

  test('a verdict, and the other kind', async () => {
    const { client } = createScriptedClient({ script: [{ verdict: { passed: false } }, 'wrong-kind'] });
    expect(await client.check(aCheckCall())).toMatchObject({
      kind: 'check-result',
      result: { passed: false },
    });
    expect(await client.check(aCheckCall())).toMatchObject({ reason: 'invalid-response' });
  });

  test('headers of an answer arrive', async () => {
    const headers = { 'kindgi-artifact-version': 'build-9', 'kindgi-duration-ms': '12' };
    const { client } = createScriptedClient({ script: [{ output: 1, headers }] });
    expect(await client.invoke(aToolCall())).toMatchObject({
      artifactVersion: 'build-9',
      serviceDurationMs: 12,
    });
  });
});

describe('time', () => {
  test('a retry comes no sooner than asked, and the script shows what was sent when', async () => {
    const { client, clock, requests } = createScriptedClient({
      script: [{ fault: 'overloaded', retryAfter: 2 }, { output: 42 }],
    });
    const pending = client.invoke(aToolCall({ ctx: { runId: 'run-7' } }));
    await clock.advance(1_999);
    expect(requests.length).toBe(1);
    await clock.advance(1_000);
    expect(await pending).toMatchObject({
      kind: 'result',
      output: 42,
      attempts: [{ status: 503 }, { status: 200 }],
    });
    expect(requests[1]?.atMs).toBeGreaterThanOrEqual(2_000);
    expect(requests[1]).toMatchObject({
      replica: 'http://pack.invalid',
      method: 'POST',
      path: '/v1/invoke',
      headers: { 'kindgi-run-id': 'run-7', 'content-type': 'application/json' },
      message: { kind: 'invoke', input: { invoiceId: 'inv_102' } },
    });
    expect(clock.timers).toBe(0);
  });

  test('a call that nobody answers ends at its deadline and the grace after it', async () => {
    const { client, clock } = createScriptedClient({ script: ['silence'] });
    const pending = client.invoke(aToolCall(), { timeoutMs: 60_000 });
    await clock.advance(60_249);
    expect(client.stats().replicas[0]?.inFlight).toBe(1);
    await clock.advance(1);
    expect(await pending).toMatchObject({
      reason: 'deadline-exceeded',
      execution: 'may-have-run',
      durationMs: 60_250,
    });
  });

  test('a connection that takes too long was never used', async () => {
    const { client, clock } = createScriptedClient({ script: [{ fault: 'refuse', afterMs: 5_000 }] });
    const pending = client.invoke(aToolCall(), { timeoutMs: 1_000 });
    await clock.advance(1_000);
    expect(await pending).toMatchObject({ reason: 'deadline-exceeded', execution: 'did-not-run' });
    expect(clock.timers).toBe(0);
  });

  test('an answer may take its time, and a caller may lose patience', async () => {
    const { client, clock } = createScriptedClient({
      script: [
        { output: 1, afterMs: 300 },
        { output: 2, afterMs: 300 },
      ],
    });
    const first = client.invoke(aToolCall());
    await clock.advance(300);
    expect(await first).toMatchObject({ output: 1, durationMs: 300 });
    const caller = new AbortController();
    const second = client.invoke(aToolCall(), { signal: caller.signal });
    await settled();
    caller.abort('enough');
    expect(await second).toMatchObject({ reason: 'cancelled', cause: 'enough', execution: 'may-have-run' });
    expect(clock.timers).toBe(0);
  });

  test('one clock for two clients, each with its own script', async () => {
    const clock = new ManualClock();
    const clients = [1, 2].map((output) =>
      createScriptedClient({ clock, script: [{ output, afterMs: output * 100 }] }),
    );
    const pending = clients.map(({ client }) => client.invoke(aToolCall()));
    await clock.advance(200);
    expect((await Promise.all(pending)).map(({ durationMs }) => durationMs)).toEqual([100, 200]);
  });

  test('the same seed is the same run', async () => {
    const run = async (seed: number) => {
      const clock = new ManualClock(seed);
      const { client, requests } = createScriptedClient({ clock, script: () => 'refuse' });
      const pending = client.invoke(aToolCall());
      await clock.advance(60_000);
      await pending;
      return requests.map(({ atMs }) => atMs);
    };
    expect((await run(1)).length).toBe(10);
    expect(await run(1)).toEqual(await run(1));
    expect(await run(1)).not.toEqual(await run(2));
  });
});

describe('the script', () => {
  test('may be a function of the request, probes included', async () => {
    const { client } = createScriptedClient({
      client: { url: ['http://a.invalid', 'http://b.invalid/below'], index: sampleIndex },
      script: ({ replica, path }) => {
        if (path.endsWith('/readyz'))
          return replica.includes('a.') ? 'draining' : { status: 200, body: { status: 'ready' } };
        return replica.includes('a.') ? 'refuse' : { output: path };
      },
    });
    expect(await client.ready()).toMatchObject({
      ready: true,
      replicas: [{ state: 'draining' }, { state: 'ready' }],
    });
    expect(await client.invoke(aToolCall())).toMatchObject({ output: '/below/v1/invoke' });
  });

  test('that has come to its end rejects the call, first try or later', async () => {
    const none = createScriptedClient({ script: [] });
    await expect(none.client.invoke(aToolCall())).rejects.toThrow(
      'the script has 0 steps, none for request 1: POST /v1/invoke',
    );
    const { client, clock } = createScriptedClient({ script: ['refuse'] });
    const pending = expect(client.invoke(aToolCall())).rejects.toThrow('none for request 2: POST /v1/invoke');
    await clock.advance(1_000);
    await pending;
    expect(client.stats().replicas[0]?.inFlight).toBe(0);
    await client.close();
  });

  test.each([
    ['no script', undefined, 'script: expected an array of replies, or a function'],
    ['a text', 'refuse', 'script: expected an array of replies, or a function'],
  ])('is refused if it is %s', (_what, script, message) => {
    // @ts-expect-error: what the type does not allow.
    expect(() => createScriptedClient({ script })).toThrow(`bad script: ${message}`);
  });

  test('is refused if there is nothing at all', () => {
    // @ts-expect-error: what the type does not allow.
    expect(() => createScriptedClient()).toThrow('bad script: script: expected an array of replies');
  });

  test.each([
    [{ outptu: 1 }, "bad script: expected a fault's name, or output"],
    [null, "bad script: expected a fault's name, or output"],
    [{ output: 1, afterMs: -1 }, 'bad script: afterMs: expected milliseconds'],
    ['explode', 'bad fault: fault: expected one of'],
    [{ fault: 'silence', retryAfter: 1 }, 'bad fault silence: retryAfter: unknown option'],
  ])('with the step %j rejects the call', async (step, message) => {
    // @ts-expect-error: what the type does not allow.
    const { client } = createScriptedClient({ script: [step] });
    await expect(client.invoke(aToolCall())).rejects.toThrow(message);
  });

  test('and the options of the client are checked as always', () => {
    expect(() => createScriptedClient({ script: [], client: { timeoutMs: 0 } })).toThrow(/timeoutMs/);
  });
});
