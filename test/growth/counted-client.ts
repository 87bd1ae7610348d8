/**
 * A real client on a transport that answers at once, or not before it is told to, and a clock that counts who asks it:
 * two hundred thousand calls take a second, and each step of each is seen.
 */

import { systemEnvironment } from '../../src/call/environment.js';
import { createPackClientOn } from '../../src/client.js';
import type { PackClientOptions } from '../../src/options/types.js';
import type { Transport, WireEnd } from '../../src/transport/wire.js';

export const aCall = { tool: 'echo', input: { id: 'one' }, ctx: { tenantId: 't', runId: 'r' } };

const answer: WireEnd = {
  kind: 'reply',
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"v":2,"kind":"result","output":null}'),
  whole: true,
  tooLarge: false,
};

/** How often a client asked for each of these. */
export interface Asked {
  time: number;
  timers: number;
  chance: number;
  exchanges: number;
}

export function createCountedClient(options: Partial<PackClientOptions> = {}) {
  const asked: Asked = { time: 0, timers: 0, chance: 0, exchanges: 0 };
  const environment = {
    ...systemEnvironment,
    nowMs: () => {
      asked.time += 1;
      return systemEnvironment.nowMs();
    },
    random: () => {
      asked.chance += 1;
      return systemEnvironment.random();
    },
    startTimer: (action: () => void, delayMs: number) => {
      asked.timers += 1;
      return systemEnvironment.startTimer(action, delayMs);
    },
  };
  /** Those that were not answered yet, while answers are held back. */
  let held: (() => void)[] | undefined;
  const exchange: Transport['exchange'] = (_request, interrupt) => {
    asked.exchanges += 1;
    if (held === undefined) return Promise.resolve(answer);
    const waiting = held;
    return new Promise((resolve) => {
      const end = (how: WireEnd) => {
        interrupt.onEnd = undefined;
        resolve(how);
      };
      interrupt.onEnd = () => end({ kind: 'interrupted', stage: 'sent' });
      waiting.push(() => end(answer));
    });
  };
  const transport: Transport = {
    exchange,
    probe: exchange,
    generation: 0,
    renew() {},
    destroy: () => Promise.resolve(),
  };
  const client = createPackClientOn(
    { environment, createTransport: () => transport },
    { url: 'http://pack.invalid', token: 'test-token', ...options },
  );
  return {
    client,
    asked,
    hold() {
      held = [];
    },
    /** Answers those that were held back, and from now on at once. */
    answerAll() {
      const waiting = held ?? [];
      held = undefined;
      for (const end of waiting) end();
    },
  };
}

/** What was asked for in between. */
export function askedSince(now: Asked, before: Asked): Asked {
  return {
    time: now.time - before.time,
    timers: now.timers - before.timers,
    chance: now.chance - before.chance,
    exchanges: now.exchanges - before.exchanges,
  };
}
