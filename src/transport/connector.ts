/**
 * Opens connections for one replica and knows every socket it opened, so that all of them can be ended at once:
 * undici forgets a socket that is still connecting, and one whose client failed while connecting. Also holds the
 * connect time-out, because undici's own fires up to a second late.
 */
import type { Socket } from 'node:net';
import { buildConnector } from 'undici';
import type { TlsOptions } from '../options/types.js';

export interface Connector {
  readonly connect: buildConnector.connector;
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
}

class ConnectTimeout extends Error {
  readonly code = 'UND_ERR_CONNECT_TIMEOUT';
}

export function createConnector({ connectTimeoutMs, tls, isWanted }: ConnectorOptions): Connector {
  const open = buildConnector({ ...toConnectOptions(tls), timeout: 0, allowH2: false });
  const sockets = new Set<Socket>();
  let destroyed = false;

  const connect: buildConnector.connector = (target, callback) => {
    if (destroyed || !isWanted()) {
      callback(new Error('nobody waits for a connection'), null);
      return;
    }
    let opened: Socket | undefined;
    const timer = setTimeout(() => {
      opened?.destroy(new ConnectTimeout(`no connection within ${connectTimeoutMs} ms`));
    }, connectTimeoutMs);
    // undici's connector returns its socket, though its type does not say so.
    let started: unknown;
    try {
      started = open(target, (...result) => {
        clearTimeout(timer);
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
    started.once('close', () => {
      clearTimeout(timer);
      sockets.delete(started);
    });
  };

  return {
    connect,
    destroy() {
      destroyed = true;
      for (const socket of sockets) socket.destroy();
    },
  };
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
