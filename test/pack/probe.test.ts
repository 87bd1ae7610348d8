/** What one probe makes of an answer, and what it says of none: the words of a 200, and the cause of silence. */
import { describe, expect, it } from 'vitest';
import { OpenCalls } from '../../src/call/lifetime/open-calls.js';
import { type ProbeTarget, probeReplica } from '../../src/pack/probe.js';
import type { ReplicaReadiness } from '../../src/pack/reports.js';
import type { WireEnd, WireError } from '../../src/transport/wire.js';
import { ManualEnvironment } from '../manual-environment.js';

interface Probing {
  readonly environment: ManualEnvironment;
  readonly stop: () => void;
  readonly found: Promise<ReplicaReadiness>;
}

/** A probe of a replica that answers with this end, or with nothing until the probe is given up. */
function probe(end: WireEnd | 'silence'): Probing {
  const environment = new ManualEnvironment();
  const controller = new AbortController();
  const lifeline = new OpenCalls(environment).beginProbe(1_000, controller.signal);
  const url = 'http://a.invalid';
  const target: ProbeTarget = {
    address: { url, origin: url, pathPrefix: '', invokePath: '/v1/invoke' },
    transport: {
      async probe(_request, interrupt) {
        if (end !== 'silence') return end;
        await new Promise<void>((resolve) => {
          interrupt.onEnd = resolve;
        });
        return { kind: 'interrupted', stage: 'sent' };
      },
    },
  };
  const found = probeReplica(target, lifeline, { path: '/readyz', dateMs: environment.dateMs() });
  return { environment, stop: () => controller.abort(), found };
}

describe('a 200', () => {
  it.each([
    ['', 'ready'],
    [' \n', 'ready'],
    ['{"status":"ready"}', 'ready'],
    ['\ufeff{"status":"ok","since":1}', 'ready'],
    ['{}', 'ready'],
    ['{"ready":false,"error":"draining"}', 'unexpected'],
    ['{"status":"no"}', 'unexpected'],
    ['{"status":["ready"]}', 'unexpected'],
    ['{"__proto__":{"status":"no"}}', 'ready'],
    ['{"ready":false}', 'unexpected'],
    ['["ready"]', 'unexpected'],
    ['"ready"', 'unexpected'],
    ['<title>Log in</title>', 'unexpected'],
  ])('%j is %s', async (body, state) => {
    const bytes = Buffer.from(body);
    const whole = { whole: true, tooLarge: false };
    const { found } = probe({ kind: 'reply', status: 200, headers: {}, body: bytes, ...whole });
    expect(await found).toMatchObject({ ready: state === 'ready', state, status: 200 });
  });
});

describe('the cause of no answer', () => {
  it.each<[WireError, string | undefined]>([
    [{ name: 'Error', code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' }, 'ECONNREFUSED'],
    [{ name: 'HTTPParserError', message: 'no HTTP' }, 'HTTPParserError'],
    [{ name: 'Error', message: 'nothing that has a name' }, undefined],
  ])('%j: %s', async (error, cause) => {
    const found = await probe({ kind: 'fault', stage: 'connecting', error }).found;
    expect(found).toMatchObject({ ready: false, state: 'unreachable' });
    expect(found.cause).toBe(cause);
    expect(Object.hasOwn(found, 'cause')).toBe(cause !== undefined);
  });

  it('is the deadline when time is over', async () => {
    const { environment, found } = probe('silence');
    await environment.advance(1_000);
    expect(await found).toMatchObject({ state: 'unreachable', cause: 'deadline-exceeded' });
  });

  it('is the caller who gives up', async () => {
    const { stop, found } = probe('silence');
    stop();
    expect(await found).toMatchObject({ state: 'unreachable', cause: 'cancelled' });
  });
});
