/**
 * A pack service inside this process: a real server on a real port with the whole pack protocol, a record of
 * what ran, and faults on demand. It joins the port, the protocol core and the faults; each is its own file.
 */
import { createServer } from 'node:http';
import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import type { Fault, FaultOptions } from '../faults/fault-options.js';
import { createFaultQueue } from '../faults/fault-queue.js';
import { assertFault } from '../faults/fault-schema.js';
import { type CallLog, createCallLog } from './call-log.js';
import { createExchange } from './exchange.js';
import { type GateControls, gateControls } from './gate-controls.js';
import { openListener } from './listener.js';
import type { PackServiceOptions } from './options.js';
import { createPackCore, jsonReply } from './pack-core.js';
import { describeThrown } from './pack-error.js';
import { resolvePackServiceOptions } from './resolve-options.js';
import { serve } from './serve.js';

/** A pack service that `startPackService` started. */
export interface RunningPackService extends GateControls, CallLog, AsyncDisposable {
  /** `http://host:port`, without a slash at the end. */
  readonly url: string;
  /** The port it listens on; the same one again after `refuse`. */
  readonly port: number;
  /** The token that callers must send. */
  readonly token: string;
  /** Open sockets now, and accepted since the start. */
  readonly connections: { readonly open: number; readonly total: number };
  /**
   * Shows a fault from the next request on. Faults asked for earlier come first. Resolves when it is in effect
   * (only `refuse` and `reset-before-request` need that wait, so that idle connections are gone). A second
   * `refuse` replaces the first.
   *
   * @throws PackUsageError at once for an unknown fault, or naming each option that it does not take. `Error` (as a
   * rejection, and nothing is asked for) when a `when` of an earlier fault threw; then `close()` does not say it again.
   */
  fail(fault: Fault, options?: FaultOptions): Promise<void>;
  /** Ends all faults. Resolves when the port is open. */
  clearFaults(): Promise<void>;
  /**
   * Ends every connection and aborts running handlers; leaves no port, timer or socket. Safe to repeat.
   *
   * @throws Error (as a rejection, once all is closed) when a `when` threw, with what it threw as the `cause`.
   */
  close(): Promise<void>;
}

/**
 * Starts a pack service on a port of its own, on loopback unless `host` says otherwise.
 *
 * @example
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
  const { log, note } = createCallLog();
  let accepted = 0;

  // A port that is closed, or that resets what connects, must be met by the next call, so no connection stays.
  const mustReconnect = (): boolean => !server.listening || faults.next(['connection']) !== undefined;

  const server = createServer((incoming, response) => {
    const exchange = createExchange(incoming, response, mustReconnect);
    note(exchange.path, exchange.record);
    serve(exchange, { core, faults, index, maxRequestBytes }).catch((error: unknown) => {
      // A `when` that threw, or a bug here; a caller must not hang because of it.
      if (response.headersSent) response.destroy();
      else void exchange.send(jsonReply(500, { error: describeThrown(error) }));
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
    const error = faults.takeError();
    if (error !== undefined) return Promise.reject(error);
    faults.add(fault, faultOptions);
    if (fault === 'refuse') listener.refuse(faultOptions.times ?? Number.POSITIVE_INFINITY);
    else if (fault === 'reset-before-request') server.closeIdleConnections();
    else return Promise.resolve();
    return idleConnectionsGone();
  }

  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= listener.close().then(() => {
      core.gate.release();
      const error = faults.takeError();
      if (error !== undefined) throw error;
    });
    return closing;
  };

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${listener.port}`,
    port: listener.port,
    token,
    ...log,
    get connections() {
      return { open: listener.sockets.size, total: accepted };
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
