/**
 * A client whose connections are a script and whose clock a test moves: everything between `invoke` and the wire
 * is the real client (deadline, retries, back-off, slots, outcomes), and nothing touches a socket or a timer. For
 * tests of what happens when; what a real service answers is `startPackService`'s business.
 */
import { createPackClientOn } from '../../src/client.js';
import { PackUsageError } from '../../src/errors.js';
import type { PackClientOptions } from '../../src/options/types.js';
import { isObject } from '../../src/own-fields.js';
import type { PackClient } from '../../src/pack-client.js';
import type { Interrupt, Transport, WireEnd, WireRequest } from '../../src/transport/wire.js';
import { defaultMockToken } from '../service/options.js';
import { parseJson } from '../service/parse-request.js';
import { ManualClock } from './manual-clock.js';
import { playStep, type Scripted, type ScriptedReply } from './script.js';

/** One request that the client made, probes included. */
export interface ScriptedRequest {
  /** When, in milliseconds of the clock. */
  readonly atMs: number;
  /** The replica's address, as in `stats()`. */
  readonly replica: string;
  /** `GET` for probes and info, `POST` for calls. */
  readonly method: 'GET' | 'POST';
  /** Below the replica's address: `/v1/invoke`. */
  readonly path: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The message, parsed; absent on a probe. */
  readonly message?: unknown;
}

/**
 * What `createScriptedClient` takes; only the script must be given.
 *
 * @example
 * ```ts
 * const options: ScriptedClientOptions = {
 *   script: ({ path }) => (path === '/v1/invoke' ? { output: 42 } : { status: 404 }),
 *   client: { timeoutMs: 1_000 },
 * };
 * ```
 */
export interface ScriptedClientOptions {
  /**
   * What becomes of each request, in order, or a function that decides. A request after the last step rejects its
   * call with an `Error` that says so.
   */
  readonly script: readonly ScriptedReply[] | ((request: ScriptedRequest) => ScriptedReply);
  /** Share one among several clients, or with the code under test. Default a new one. */
  readonly clock?: ManualClock | undefined;
  /** Options of the client. Default `url: 'http://pack.invalid'` and some token. */
  readonly client?: Partial<PackClientOptions> | undefined;
}

/** A client on a script, with what moves it and what it sent. */
export interface ScriptedClient {
  /** The real client; `stats()` and `close()` work as always. */
  readonly client: PackClient;
  /** The clock it was given, or a new one. Nothing waits for real time. */
  readonly clock: ManualClock;
  /** Every request so far, in order. Live. */
  readonly requests: readonly ScriptedRequest[];
}

/**
 * Makes a client that talks to a script. Its time is the clock's alone: a call that has to wait (for a retry, for
 * `afterMs`, for the deadline of a `silence`) stays pending until the test moves the clock. So do not `await` such a
 * call before `clock.advance`; a test that does hangs until its own time-out. Nothing has to be closed.
 *
 * @example
 * ```ts
 * const { client, clock, requests } = createScriptedClient({
 *   script: [{ fault: 'overloaded', retryAfter: 2 }, { output: 42 }],
 * });
 * const pending = client.invoke(aToolCall());
 * await clock.advance(2_500); // the wait that the service asked for, and its jitter
 * const outcome = await pending; // a result, after requests.length === 2
 * ```
 *
 * @throws PackUsageError naming `script`, or each option of the client that is wrong.
 */
export function createScriptedClient(options: ScriptedClientOptions): ScriptedClient {
  const {
    script,
    clock = new ManualClock(),
    client: clientOptions,
  } = isObject(options) ? options : badScript();
  const requests: ScriptedRequest[] = [];
  const next = nextStep(script, requests);

  const transportTo = (replica: string): Transport => {
    const exchange = async (sent: WireRequest, interrupt: Interrupt): Promise<WireEnd> => {
      if (interrupt.isOver) return { kind: 'interrupted', stage: 'connecting' };
      const request = toRequest(sent, replica, clock.nowMs());
      requests.push(request);
      return play(playStep(next(request), request.message), interrupt, clock);
    };
    let generation = 0;
    return {
      exchange,
      probe: exchange,
      get generation() {
        return generation;
      },
      renew(from) {
        if (from === generation) generation += 1;
      },
      destroy: () => Promise.resolve(),
    };
  };

  const client = createPackClientOn(
    { environment: clock, createTransport: ({ address }) => transportTo(address.url) },
    { url: 'http://pack.invalid', token: defaultMockToken, ...clientOptions },
  );
  return { client, clock, requests };
}

function badScript(): never {
  const message = 'expected an array of replies, or a function that gives one';
  throw new PackUsageError('bad script', [{ path: 'script', message }]);
}

type NextStep = (request: ScriptedRequest) => ScriptedReply;

function nextStep(script: ScriptedClientOptions['script'], requests: readonly unknown[]): NextStep {
  if (typeof script === 'function') return script;
  if (!Array.isArray(script)) return badScript();
  const steps: readonly ScriptedReply[] = script;
  return ({ method, path }) => {
    const step = steps[requests.length - 1];
    if (step !== undefined) return step;
    throw new Error(
      `the script has ${steps.length} steps, none for request ${requests.length}: ${method} ${path}`,
    );
  };
}

function play({ end, stage, afterMs }: Scripted, interrupt: Interrupt, clock: ManualClock): Promise<WireEnd> {
  return new Promise((resolve) => {
    let stop = (): void => {};
    const settle = (how: WireEnd): void => {
      stop();
      interrupt.onEnd = undefined;
      interrupt.awaitingAnswer = false;
      resolve(how);
    };
    interrupt.awaitingAnswer = stage === 'sent';
    interrupt.onEnd = () => settle({ kind: 'interrupted', stage });
    if (end === undefined) return;
    if (afterMs === 0) settle(end);
    else stop = clock.startTimer(() => settle(end), afterMs);
  });
}

function toRequest(
  { method, path, headers, body }: WireRequest,
  replica: string,
  atMs: number,
): ScriptedRequest {
  const names = headers.filter((_, at) => at % 2 === 0);
  const request = {
    atMs,
    replica,
    method,
    path,
    headers: Object.fromEntries(names.map((name, at) => [name.toLowerCase(), headers[at * 2 + 1] ?? ''])),
  };
  return body === null ? request : { ...request, message: parseJson(body) };
}
