/** One timer watches the deadlines of all calls: each still ends at its own moment, and nothing is left behind. */
import { beforeEach, describe, expect, it } from 'vitest';
import { OpenCalls } from '../../src/call/lifetime/open-calls.js';
import { ManualEnvironment } from '../manual-environment.js';

let environment: ManualEnvironment;
let open: OpenCalls;

beforeEach(() => {
  environment = new ManualEnvironment();
  open = new OpenCalls(environment);
});

function begin(timeoutMs: number, answerGraceMs = 0) {
  const lifeline = open.begin({ timeoutMs, answerGraceMs, signal: undefined });
  const call: { lifeline: typeof lifeline; endedMs: number | undefined } = { lifeline, endedMs: undefined };
  lifeline.onEnd = () => {
    call.endedMs = environment.nowMs();
  };
  return call;
}

describe('deadlines', () => {
  it('each call ends at its own deadline, whatever the order they began in', async () => {
    const calls = [300, 100, 200, 100].map((timeoutMs) => begin(timeoutMs));
    expect(environment.timers).toBe(1);
    await environment.advance(1_000);
    expect(calls.map(({ endedMs }) => endedMs)).toEqual([300, 100, 200, 100]);
  });

  it('a deadline sooner than all others is kept', async () => {
    begin(60_000);
    await environment.advance(10);
    const urgent = begin(5);
    await environment.advance(5);
    expect(urgent.endedMs).toBe(15);
    expect(environment.timers).toBe(1);
  });

  it('the call that the timer stood for may be gone when it fires', async () => {
    const first = begin(100);
    const second = begin(150);
    open.end(first.lifeline);
    await environment.advance(149);
    expect(second.endedMs).toBeUndefined();
    await environment.advance(1);
    expect([first.endedMs, second.endedMs]).toEqual([undefined, 150]);
  });

  it('an awaited answer gets its grace, once', async () => {
    const { lifeline, ...call } = begin(100, 250);
    lifeline.awaitingAnswer = true;
    await environment.advance(349);
    expect(lifeline.ended).toBeUndefined();
    await environment.advance(1);
    expect(lifeline.ended?.reason).toBe('deadline-exceeded');
    expect(call.endedMs).toBeUndefined();
  });

  it('a call that nobody takes back after its end wakes the timer no more', async () => {
    begin(10);
    await environment.advance(20);
    expect(environment.timers).toBe(0);
  });

  it('a timer that fires early ends nothing early', async () => {
    let fire = () => {};
    const early = new OpenCalls({
      ...environment,
      nowMs: environment.nowMs,
      startTimer: (action) => {
        fire = action;
        return () => {};
      },
    });
    const lifeline = early.begin({ timeoutMs: 100, answerGraceMs: 0, signal: undefined });
    environment.lag(99);
    fire();
    expect(lifeline.ended).toBeUndefined();
    environment.lag(1);
    fire();
    expect(lifeline.ended?.reason).toBe('deadline-exceeded');
  });
});

describe('nothing is left', () => {
  it('no timer once the last call and the last probe are over', () => {
    const call = open.begin({ timeoutMs: 100, answerGraceMs: 0, signal: undefined });
    const probe = open.beginProbe(50, undefined);
    open.end(call);
    expect(environment.timers).toBe(1);
    open.endProbe(probe);
    expect(environment.timers).toBe(0);
  });

  it('ten thousand calls cost one timer', () => {
    const calls = Array.from({ length: 10_000 }, (_, index) =>
      open.begin({ timeoutMs: 1_000 + index, answerGraceMs: 0, signal: undefined }),
    );
    expect(environment.timers).toBe(1);
    for (const call of calls) open.end(call);
    expect(environment.timers).toBe(0);
  });
});

it('the answer’s grace counts from the deadline, however late the timer is', async () => {
  const { lifeline } = begin(100, 250);
  lifeline.awaitingAnswer = true;
  environment.lag(200);
  await environment.advance(149);
  expect(lifeline.ended).toBeUndefined();
  await environment.advance(1);
  expect(lifeline.ended?.reason).toBe('deadline-exceeded');
});
