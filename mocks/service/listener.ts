/**
 * The port of an embedded server: opened, closed while connections are to be refused, opened again as the same
 * number. A closed port sees nobody, so refusals are counted on the other side: at the sockets that this process
 * opens. Connections that are busy when the port closes are left alone.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type EventEmitter, errorMonitor, once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as eventLoopTurn, setTimeout as sleep } from 'node:timers/promises';

export interface Listener {
  readonly port: number;
  /** Sockets that are open now. */
  readonly sockets: ReadonlySet<Socket>;
  /** Closes the port and the idle connections until `reopen`, or until `times` connections were refused. */
  refuse(times: number): void;
  /** Opens the port again, if it is closed. Resolves when it is open (or the listener was closed for good). */
  reopen(): Promise<void>;
  /** Closes the port and all connections for good. Resolves when nothing is left. */
  close(): Promise<void>;
}

/** @throws the error of `listen`, for instance `EADDRINUSE` for a port that is taken. */
export async function openListener(server: Server, host: string, askedPort: number): Promise<Listener> {
  await listen(server, host, askedPort);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : askedPort;
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  let wanted: 'open' | 'refusing' | 'closed' = 'open';
  let refusalsLeft = 0;
  let opening: Promise<void> | undefined;

  const onClientSocket = (event: unknown): void => {
    const socket: EventEmitter | undefined = socketOf(event);
    socket?.once(errorMonitor, (error: unknown) => {
      if (refusalsLeft === 0 || !refusedAt(error, port)) return;
      refusalsLeft -= 1;
      if (refusalsLeft === 0) void reopen();
    });
  };
  const stopCounting = (): void => {
    refusalsLeft = 0;
    unsubscribe('net.client.socket', onClientSocket);
  };

  async function openAgain(): Promise<void> {
    while (wanted === 'open' && !server.listening) {
      // Another process may hold the number for a moment, as the near end of some connection.
      await listen(server, host, port).catch(() => sleep(20));
    }
    opening = undefined;
    // The wish may have changed while the port was being opened.
    if (wanted !== 'open' && server.listening) server.close();
  }

  function reopen(): Promise<void> {
    stopCounting();
    if (wanted === 'closed') return Promise.resolve();
    wanted = 'open';
    // Otherwise the wish to open would count as under way for ever: it ends before it is remembered.
    if (server.listening) return Promise.resolve();
    opening ??= openAgain();
    return opening;
  }

  return {
    port,
    sockets,
    reopen,
    refuse(times) {
      if (wanted === 'closed') return;
      wanted = 'refusing';
      stopCounting();
      if (server.listening) server.close();
      refusalsLeft = times;
      if (Number.isFinite(times)) subscribe('net.client.socket', onClientSocket);
    },
    async close() {
      wanted = 'closed';
      stopCounting();
      await opening;
      const gone = [...sockets].map((socket) => once(socket.destroy(), 'close'));
      await Promise.all([...gone, new Promise<void>((resolve) => server.close(() => resolve()))]);
      // A closed port is a handle of the process for two turns more.
      await eventLoopTurn();
      await eventLoopTurn();
    },
  };
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen({ host, port });
  await once(server, 'listening');
}

function socketOf(event: unknown): Socket | undefined {
  const isClientSocket = (value: unknown): value is { readonly socket: Socket } =>
    typeof value === 'object' && value !== null && 'socket' in value;
  return isClientSocket(event) ? event.socket : undefined;
}

/** Was a connection to this port refused? With several addresses the errors stand in `errors`. */
function refusedAt(error: unknown, port: number): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('errors' in error && Array.isArray(error.errors)) {
    return error.errors.some((each) => refusedAt(each, port));
  }
  return 'code' in error && error.code === 'ECONNREFUSED' && 'port' in error && error.port === port;
}
