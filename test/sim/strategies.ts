/**
 * The library's policy, and what one would write without it: take the next replica in turn and, where a call is
 * known not to have run, sleep as long as the service says and try again; or not try again at all.
 */
import { parseRetryAfterMs } from '../../src/protocol/retry-after.js';
import type { Interrupt, Transport, WireEnd, WireRequest } from '../../src/transport/wire.js';
import type { Strategy } from './outage.js';
import { SimClient } from './sim-client.js';

const timeoutMs = 30_000;

/** The library's own. */
export const library: Strategy = (environment, services) => {
  const client = new SimClient({ environment, services, timeoutMs });
  return async () => (await client.call()).body.kind === 'result';
};

/** Sleeps a second, or what `Retry-After` says, up to ten tries. */
export const sleepAndRetry: Strategy = (environment, services) => {
  const send = inTurn(services);
  return async () => {
    const deadlineMs = environment.nowMs() + timeoutMs;
    for (let tries = 1; ; tries += 1) {
      const end = await send();
      if (isResult(end)) return true;
      const waitMs = waitAfter(end);
      if (waitMs === undefined || tries >= 10 || environment.nowMs() + waitMs >= deadlineMs) return false;
      await new Promise<void>((resolve) => {
        environment.startTimer(resolve, waitMs);
      });
    }
  };
};

export const noRetry: Strategy = (_environment, services) => {
  const send = inTurn(services);
  return async () => isResult(await send());
};

function inTurn(services: readonly Transport[]): () => Promise<WireEnd> {
  let at = 0;
  return async () => {
    at += 1;
    const service = services[at % services.length];
    if (service === undefined) throw new Error('no services');
    const interrupt: Interrupt = { isOver: false, onEnd: undefined, awaitingAnswer: false };
    return service.exchange(nothing, interrupt);
  };
}

const nothing: WireRequest = { method: 'POST', path: '/', headers: [], body: null, maxResponseBytes: 0 };

function isResult(end: WireEnd): boolean {
  return end.kind === 'reply' && end.status === 200;
}

/** Only where the call did not run. */
function waitAfter(end: WireEnd): number | undefined {
  if (end.kind === 'fault') return end.stage === 'connecting' ? 1_000 : undefined;
  return end.kind === 'reply' ? parseRetryAfterMs(end.headers['retry-after'], 0) : undefined;
}
