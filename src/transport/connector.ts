/**
 * Opens sockets for the connections of one replica and knows every socket it opened, so that all of them can be ended
 * at once: undici forgets a socket that is still connecting, and one whose client failed while connecting. Also holds
 * the connect time-out, because undici's own fires up to a second late.
 */
import type { Socket } from 'node:net';
import { buildConnector } from 'undici';
import type { TlsOptions } from '../options/types.js';
import { ownFields } from '../own-fields.js';
import { createSharedLookup } from './shared-lookup.js';

/** The connection that a socket is opened for. */
export interface Opener {
  /** Nobody uses it any more, and undici may not have noticed yet. */
  readonly isWanted: boolean;
  /** A socket is being opened. */
  onSocket(socket: Socket): void;
}

export interface Connector {
  connectFor(opener: Opener): buildConnector.connector;
  /** Ends every socket and refuses to open another. */
  destroy(): void;
}

export interface ConnectorOptions {
  readonly connectTimeoutMs: number;
  readonly tls: TlsOptions | undefined;
}

class ConnectTimeout extends Error {
  readonly code = 'UND_ERR_CONNECT_TIMEOUT';
}

export function createConnector({ connectTimeoutMs, tls }: ConnectorOptions): Connector {
  const open = buildConnector(
    ownFields({ ...toConnectOptions(tls), timeout: 0, allowH2: false, lookup: createSharedLookup() }),
  );
  const sockets = new Set<Socket>();
  let destroyed = false;

  const connectFor =
    (opener: Opener): buildConnector.connector =>
    (target, callback) => {
      if (destroyed || !opener.isWanted) {
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
      const socket = started;
      opened = socket;
      sockets.add(socket);
      socket.once('close', () => {
        clearTimeout(timer);
        sockets.delete(socket);
      });
      opener.onSocket(socket);
    };

  return {
    connectFor,
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
