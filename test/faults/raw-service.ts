/**
 * A service of bytes: listens on 127.0.0.1, reads HTTP/1.1 requests off raw sockets and leaves it to a script what
 * is written back, when, and how the connection ends. It counts the connections it accepted and keeps every
 * request that it read whole, because only such a request may have run. It writes nothing by itself.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { parseRequest, type SeenRequest } from './seen-request.js';

export type { SeenRequest } from './seen-request.js';

/** The service's end of one connection. */
export interface Wire {
  /** Nothing more can be written: the peer, the script or the service ended it. */
  readonly isClosed: boolean;
  /** Writes; to a connection that has ended, nothing. */
  send(...parts: readonly (string | Uint8Array)[]): void;
  /** Writes and ends this direction (FIN). */
  finish(...parts: readonly (string | Uint8Array)[]): void;
  /** Ends the connection at once (RST). */
  reset(): void;
  /** Resolves when the connection has ended. */
  untilClosed(): Promise<void>;
}

export type Script = (wire: Wire, request: SeenRequest) => unknown;

export interface RawServiceOptions {
  /** A request was read whole. Default: silence. */
  readonly onRequest?: Script;
  /** The head of a request was read, its body maybe not. `true`: the script has answered, `onRequest` is not run. */
  readonly onHead?: (wire: Wire, head: string) => boolean;
  /** A connection was accepted; `number` counts from 1. Over TLS: before the handshake. */
  readonly onConnection?: (wire: Wire, number: number) => unknown;
  readonly tls?: TlsOptions;
  /** Default: any that is free. */
  readonly port?: number;
}

export interface RawService {
  /** `http:`, with `tls` `https:`. */
  readonly url: string;
  readonly port: number;
  /** Connections accepted so far. */
  readonly connections: number;
  /** Connections open now, and the most that ever were. */
  readonly open: number;
  readonly mostOpen: number;
  /** Requests read whole so far, in order. */
  readonly requests: readonly SeenRequest[];
  /** Ends every connection and stops to listen. */
  close(): Promise<void>;
}

export async function startRawService(options: RawServiceOptions = {}): Promise<RawService> {
  const { onRequest, onHead, onConnection, tls, port: wantedPort = 0 } = options;
  const requests: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  let mostOpen = 0;

  const talk = (socket: Socket) => {
    const connection = connections;
    const wire = wireOf(socket);
    let pending = Buffer.alloc(0);
    let headTold = false;
    let answered = false;
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      if (!headTold && onHead !== undefined && pending.includes('\r\n\r\n')) {
        headTold = true;
        answered = onHead(wire, pending.toString('latin1'));
      }
      for (let read = parseRequest(pending); read !== undefined; read = parseRequest(pending)) {
        pending = pending.subarray(read.bytes);
        const request = { ...read.request, connection, number: requests.length + 1, atMs: performance.now() };
        requests.push(request);
        if (!answered) onRequest?.(wire, request);
        headTold = false;
        answered = false;
      }
    });
  };
  const accept = (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    mostOpen = Math.max(mostOpen, sockets.size);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    onConnection?.(wireOf(socket), connections);
  };

  const server = tls === undefined ? createServer(talk) : createTlsServer(tls, talk);
  server.prependListener('connection', accept);
  server.listen(wantedPort, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server.address());
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    port,
    requests,
    get connections() {
      return connections;
    },
    get open() {
      return sockets.size;
    },
    get mostOpen() {
      return mostOpen;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function wireOf(socket: Socket): Wire {
  const send: Wire['send'] = (...parts) => {
    for (const part of parts) if (socket.writable) socket.write(part);
  };
  return {
    get isClosed() {
      return !socket.writable;
    },
    send,
    finish(...parts) {
      send(...parts);
      socket.end();
    },
    reset: () => void socket.resetAndDestroy(),
    async untilClosed() {
      if (!socket.closed) await once(socket, 'close');
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address !== 'object' || address === null) throw new Error('the service does not listen');
  return address.port;
}
