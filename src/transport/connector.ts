/**
 * Opens connections for one replica and knows every socket it opened, so that all of them can be ended at once:
 * undici forgets a socket that is still connecting, and one whose client failed while connecting. Also holds the
 * connect time-out, because undici's own fires up to a second late, and ends a connection whose call ended before it was
 * open: undici would keep it, and make a later call wait for somebody else's stalled connection.
 */
import { isIP, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import type { TlsOptions } from '../options/types.js';
import { ownFields } from '../own-fields.js';

export interface Connector {
  readonly connect: buildConnector.connector;
  /** Ends the connection that is being opened for this request; all that are, when none waits for one. */
  abandon(request: object): void;
  /** Ends every socket and refuses to open another. */
  destroy(): void;
}

export interface ConnectorOptions {
  readonly connectTimeoutMs: number;
  readonly tls: TlsOptions | undefined;
  /**
   * Does any exchange wait for a connection? undici opens one more after each request that was aborted in flight,
   * for nobody: a storm of connections just when a service is slow.
   */
  readonly isWanted: () => boolean;
  /** The request that is being dispatched at this moment: a connection opened meanwhile is opened for it. */
  readonly dispatching: () => object | undefined;
}

/** A connection that is being opened. */
interface Opening {
  /** The request that it is for, where that is known. */
  readonly request: object | undefined;
  /** Its host's address is known. A look-up cannot be taken back: ending it early would only start another one. */
  isFound: boolean;
  isAbandoned: boolean;
}

class ConnectTimeout extends Error {
  readonly code = 'UND_ERR_CONNECT_TIMEOUT';
}

export function createConnector(options: ConnectorOptions): Connector {
  const { connectTimeoutMs, tls, isWanted, dispatching } = options;
  const open = buildConnector(ownFields({ ...toConnectOptions(tls), timeout: 0, allowH2: false }));
  const sockets = new Set<Socket>();
  const opening = new Map<Socket, Opening>();
  let destroyed = false;

  const connect: buildConnector.connector = (target, callback) => {
    if (destroyed || !isWanted()) {
      callback(new Error('nobody waits for a connection'), null);
      return;
    }
    const request = dispatching();
    let opened: Socket | undefined;
    const timer = setTimeout(() => {
      opened?.destroy(new ConnectTimeout(`no connection within ${connectTimeoutMs} ms`));
    }, connectTimeoutMs);
    // undici's connector returns its socket, though its type does not say so.
    let started: unknown;
    try {
      started = open(target, (...result) => {
        clearTimeout(timer);
        if (opened !== undefined) opening.delete(opened);
        callback(...result);
      });
    } catch (error) {
      // A key or certificate that TLS cannot read.
      clearTimeout(timer);
      callback(error instanceof Error ? error : new Error('no connection could be set up'), null);
      return;
    }
    if (!isSocket(started)) return;
    opened = started;
    sockets.add(started);
    const one: Opening = { request, isFound: isIP(target.hostname) !== 0, isAbandoned: false };
    opening.set(started, one);
    started.once('lookup', () => {
      one.isFound = true;
      if (one.isAbandoned && !isWanted()) giveUp(started);
    });
    started.once('close', () => {
      clearTimeout(timer);
      sockets.delete(started);
      opening.delete(started);
    });
  };

  return {
    connect,
    abandon(request) {
      for (const [socket, one] of opening) {
        if (one.request !== request && isWanted()) continue;
        one.isAbandoned = true;
        if (one.isFound) giveUp(socket);
      }
    },
    destroy() {
      destroyed = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

function giveUp(socket: Socket): void {
  socket.destroy(new Error('nobody waits for this connection'));
}

function isSocket(value: unknown): value is Socket {
  return typeof value === 'object' && value !== null && 'destroy' in value && 'once' in value;
}

function toConnectOptions(tls: TlsOptions | undefined): buildConnector.BuildOptions {
  if (tls === undefined) return {};
  const bytes = (value: string | Uint8Array) => (typeof value === 'string' ? value : Buffer.from(value));
  const { ca, cert, key, servername, rejectUnauthorized } = tls;
  return {
    ...(ca === undefined
      ? {}
      : { ca: (typeof ca === 'string' || ca instanceof Uint8Array ? [ca] : ca).map(bytes) }),
    ...(cert === undefined ? {} : { cert: bytes(cert) }),
    ...(key === undefined ? {} : { key: bytes(key) }),
    ...(servername === undefined ? {} : { servername }),
    ...(rejectUnauthorized === undefined ? {} : { rejectUnauthorized }),
  };
}
