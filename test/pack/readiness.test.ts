/** Waiting for readiness on a clock that tests move: what is reported, to whom, and what the end of the wait hides. */
import { describe, expect, it } from 'vitest';
import { OpenCalls } from '../../src/call/lifetime/open-calls.js';
import type { ProbeTarget } from '../../src/pack/probe.js';
import { type ReadinessParts, type WaitOptions, waitUntilReady } from '../../src/pack/readiness.js';
import type { ReadyReport } from '../../src/pack/reports.js';
import type { WireEnd } from '../../src/transport/wire.js';
import { ManualEnvironment, settled } from '../manual-environment.js';

type Answer = 'ready' | 'not-ready' | 'refused' | 'silence';

const ends: Readonly<Record<Exclude<Answer, 'silence'>, WireEnd>> = {
  ready: reply(200, ''),
  'not-ready': reply(503, '{"error":"not ready"}'),
  refused: { kind: 'fault', stage: 'connecting', error: { name: 'Error', message: 'refused' } },
};

function reply(status: number, body: string): WireEnd {
  return { kind: 'reply', status, headers: {}, body: Buffer.from(body), whole: true, tooLarge: false };
}

/** A replica that answers probes in this order, the last answer for ever. */
function replicaWith(...answers: readonly [Answer, ...Answer[]]): ProbeTarget & { readonly probes: number } {
  let probes = 0;
  return {
    address: {
      url: 'http://a.invalid',
      origin: 'http://a.invalid',
      pathPrefix: '',
      invokePath: '/v1/invoke',
    },
    get probes() {
      return probes;
    },
    transport: {
      async probe(_request, interrupt) {
        const answer = answers[Math.min(probes, answers.length - 1)] ?? 'silence';
        probes += 1;
        if (answer !== 'silence') return ends[answer];
        await new Promise<void>((resolve) => {
          interrupt.onEnd = resolve;
        });
        return { kind: 'interrupted', stage: 'connecting' };
      },
    },
  };
}

interface Waiting {
  readonly environment: ManualEnvironment;
  readonly told: readonly string[];
  readonly stop: () => void;
  readonly end: Promise<ReadyReport>;
  readonly open: () => number;
}

function begin(replicas: readonly ProbeTarget[], timeoutMs: number, options: WaitOptions = {}): Waiting {
  const environment = new ManualEnvironment();
  const controller = new AbortController();
  const { signal } = controller;
  const told: string[] = [];
  const calls = new OpenCalls(environment);
  let open = 0;
  const parts: ReadinessParts = {
    replicas,
    environment,
    begin(limitMs) {
      open += 1;
      return calls.beginProbe(limitMs, signal);
    },
    end(lifeline) {
      open -= 1;
      calls.endProbe(lifeline);
    },
  };
  const onReport = (report: ReadyReport) => void told.push(statesOf(report));
  const end = waitUntilReady(parts, timeoutMs, { onReport, ...options });
  return { environment, told, stop: () => controller.abort(), end, open: () => open };
}

const statesOf = ({ replicas }: ReadyReport) => replicas.map(({ state }) => state).join(' ');

describe('waiting until ready', () => {
  it('tells of each report after which it goes on, and ends with the first that is good', async () => {
    const { environment, told, end, open } = begin([replicaWith('refused', 'not-ready', 'ready')], 60_000);
    await environment.advance(1_000);
    expect(await end).toMatchObject({ ready: true, replicas: [{ state: 'ready', status: 200 }] });
    expect(told).toEqual(['unreachable', 'not-ready']);
    expect(open()).toBe(0);
    expect(environment.timers).toBe(0);
  });

  it('keeps the last word of a replica when the end of the wait cuts a probe short', async () => {
    const { environment, end } = begin([replicaWith('not-ready', 'silence')], 1_000);
    await environment.advance(1_000);
    expect(await end).toMatchObject({ ready: false, replicas: [{ state: 'not-ready', status: 503 }] });
  });

  it('keeps it for each replica by itself', async () => {
    const replicas = [replicaWith('not-ready', 'silence'), replicaWith('not-ready', 'refused')];
    const { environment, end } = begin(replicas, 1_000);
    await environment.advance(1_000);
    expect(statesOf(await end)).toBe('not-ready unreachable');
  });

  it('keeps it when the caller gives up in the middle of a probe', async () => {
    const { environment, stop, end } = begin([replicaWith('not-ready', 'silence')], 60_000);
    await environment.advance(500);
    stop();
    expect(statesOf(await end)).toBe('not-ready');
    expect(environment.timers).toBe(0);
  });

  it('takes no answer for an answer when the probe had all the time a probe has', async () => {
    const replica = replicaWith('not-ready', 'silence');
    const { environment, told, end } = begin([replica], 2_000, { probeMs: 300 });
    await environment.advance(2_000);
    expect(statesOf(await end)).toBe('unreachable');
    expect(told.slice(0, 2)).toEqual(['not-ready', 'unreachable']);
  });

  it('reports something when even the first probe is cut short', async () => {
    const { environment, told, end } = begin([replicaWith('silence')], 50);
    await environment.advance(50);
    expect(statesOf(await end)).toBe('unreachable');
    expect(told).toEqual([]);
  });

  it('asks again and again, to the end and not beyond it', async () => {
    const replica = replicaWith('not-ready');
    const { environment, end } = begin([replica], 10_000);
    await environment.advance(9_990);
    await settled();
    const { probes } = replica;
    expect(probes).toBeGreaterThan(6);
    expect(probes).toBeLessThan(25);
    expect(statesOf(await end)).toBe('not-ready');
    await environment.advance(10_000);
    expect(replica.probes).toBe(probes);
  });
});
