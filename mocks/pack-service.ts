/**
 * A pack service inside this process: a real server on a real port with the whole pack protocol, a record of
 * what ran, and faults on demand. It joins the port, the protocol core and the faults; each is its own file.
 */
import { createServer } from 'node:http';
import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import type { RecordedCall } from './call-record.js';
import { createExchange } from './exchange.js';
import type { Fault, FaultOptions } from './fault-options.js';
import { createFaultQueue } from './fault-queue.js';
import { assertFault } from './fault-schema.js';
import { type GateControls, gateControls } from './gate-controls.js';
import { openListener } from './listener.js';
import type { PackServiceOptions } from './options.js';
import { createPackCore, invokePath, jsonReply } from './pack-core.js';
import { resolvePackServiceOptions } from './resolve-options.js';
import { serve } from './serve.js';

/** A pack service that `startPackService` started. */
export interface RunningPackService extends GateControls, AsyncDisposable {
  /** `http://host:port`, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** The token that callers must send. */
  readonly token: string;
  /** Every request to `/v1/invoke` that arrived, in order, refused ones included. Live. */
  readonly calls: readonly RecordedCall[];
  /** How many requests arrived, by path (without the query). Live. */
  readonly requests: ReadonlyMap<string, number>;
  /** Open sockets now, and accepted since the start. */
  readonly connections: { readonly open: number; readonly total: number };
  /** Empties `calls` and `requests`. */
  forgetCalls(): void;
  /**
   * Shows a fault from the next request on. Faults asked for earlier come first. Resolves when it is in effect
   * (only `refuse` and `reset-before-request` need that wait, so that idle connections are gone). A second
   * `refuse` replaces the first.
   *
   * @throws PackUsageError at once for an unknown fault, or naming each option that it does not take.
   */
  fail(fault: Fault, options?: FaultOptions): Promise<void>;
  /** Ends all faults. Resolves when the port is open. */
  clearFaults(): Promise<void>;
  /** Ends every connection and aborts running handlers; leaves no port, timer or socket. Safe to repeat. */
  close(): Promise<void>;
}

/**
 * Starts a pack service on a port of its own, on loopback unless `host` says otherwise.
 *
 * ```ts
 * await using service = await startPackService({ index: sampleIndex, tools: sampleTools });
 * await using client = createPackClient({ url: service.url, token: service.token });
 * await service.fail('overloaded', { times: 1, retryAfter: 1 });
 * ```
 *
 * @throws PackUsageError for options it cannot use; the error of `listen` for a port that is taken.
 */
export async function startPackService(options: PackServiceOptions): Promise<RunningPackService> {
  const resolved = resolvePackServiceOptions(options);
  const { token, host, index, maxRequestBytes, drainMs } = resolved;
  const core = createPackCore(resolved);
  const faults = createFaultQueue();
  const calls: RecordedCall[] = [];
  const requests = new Map<string, number>();
  let accepted = 0;

  // A port that is closed, or that resets what connects, must be met by the next call, so no connection stays.
  const mustReconnect = (): boolean => !server.listening || faults.next(['connection']) !== undefined;

  const server = createServer((incoming, response) => {
    const exchange = createExchange(incoming, response, mustReconnect);
    requests.set(exchange.path, (requests.get(exchange.path) ?? 0) + 1);
    if (exchange.path === invokePath) calls.push(exchange.record);
    serve(exchange, { core, faults, index, maxRequestBytes }).catch(() => {
      // Only a bug here leads to this; a caller must not hang because of it.
      if (response.headersSent) response.destroy();
      else void exchange.send(jsonReply(500, { error: 'the service failed' }));
    });
  });
  server.on('connection', (socket) => {
    accepted += 1;
    const reset = faults.next(['connection']);
    if (reset?.use()) socket.resetAndDestroy();
  });
  const listener = await openListener(server, host, resolved.port);

  function fail(fault: Fault, faultOptions: FaultOptions = {}): Promise<void> {
    assertFault(fault, faultOptions);
    faults.add(fault, faultOptions);
    if (fault === 'refuse') listener.refuse(faultOptions.times ?? Number.POSITIVE_INFINITY);
    else if (fault === 'reset-before-request') server.closeIdleConnections();
    else return Promise.resolve();
    return idleConnectionsGone();
  }

  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= listener.close().finally(() => core.gate.release());
    return closing;
  };

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${listener.port}`,
    port: listener.port,
    token,
    calls,
    requests,
    get connections() {
      return { open: listener.sockets.size, total: accepted };
    },
    forgetCalls() {
      calls.length = 0;
      requests.clear();
    },
    ...gateControls(core.gate, drainMs),
    fail,
    clearFaults() {
      faults.clear();
      return listener.reopen();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The other ends of this process learn of a closed socket in the poll phase of the next turn. */
async function idleConnectionsGone(): Promise<void> {
  await eventLoopTurn();
  await eventLoopTurn();
}
