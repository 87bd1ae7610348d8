/** One call over a transport that always ends the same way, for ends that no socket can be made to bring. */
import { Call, type Ending } from '../../src/call/call.js';
import { sealToolCall } from '../../src/call/envelope.js';
import { OpenCalls } from '../../src/call/lifetime/open-calls.js';
import { createCallParts } from '../../src/call/parts.js';
import { Limiter } from '../../src/call/slots/limiter.js';
import { Replica } from '../../src/call/slots/replica.js';
import { Counters } from '../../src/observe/counters.js';
import { resolveClientOptions } from '../../src/options/resolve.js';
import type { Transport, WireEnd } from '../../src/transport/wire.js';
import { call } from './set-up.js';

export interface Called {
  readonly outcome: Ending;
  /** Exchanges that the transport was given. */
  readonly tries: number;
}

/** Runs a call whose every exchange ends as `end`. */
export async function callOver(end: WireEnd): Promise<Called> {
  let tries = 0;
  const transport: Transport = {
    generation: 0,
    async exchange() {
      tries += 1;
      return end;
    },
    probe: async () => end,
    renew: () => undefined,
    destroy: async () => undefined,
  };
  const options = resolveClientOptions({ url: 'http://127.0.0.1:1', token: 'test-token' });
  const parts = createCallParts(options, new Counters());
  const replicas = options.replicas.map((address) => new Replica(address, transport, 1));
  const open = new OpenCalls(parts.environment);
  const lifeline = open.begin({
    timeoutMs: 15_000,
    answerGraceMs: 0,
    signal: undefined,
  });
  try {
    const envelope = sealToolCall(call, { readOnly: false, retry: { ...options.retry, minDelayMs: 1 } });
    const limiter = new Limiter(replicas, 10, parts.environment);
    const running = new Call({ ...parts, replicas, limiter }, envelope, lifeline);
    const begun = await running.begin();
    const step = 'ending' in begun ? begun : await running.land(begun, await begun.sent);
    const outcome = 'ending' in step ? step.ending : await running.again(step.plan);
    return { outcome, tries };
  } finally {
    open.end(lifeline);
  }
}
