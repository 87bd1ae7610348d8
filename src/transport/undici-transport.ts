/**
 * One replica's connections: an undici pool for calls, and one for probes. `pipelining: 1` keeps a connection to
 * one request at a time; undici's own time-outs are off, because the call's one deadline covers every stage.
 */
import { Pool } from 'undici';
import type { ReplicaAddress, TlsOptions } from '../options/types.js';
import { createConnector } from './connector.js';
import { type Crowd, Exchange } from './exchange.js';
import type { Interrupt, Transport, WireEnd, WireRequest } from './wire.js';

export interface TransportOptions {
  readonly address: ReplicaAddress;
  /** Connections for calls; as many as calls in flight are allowed. */
  readonly maxConnections: number;
  readonly connectTimeoutMs: number;
  readonly tls: TlsOptions | undefined;
}

/** Services drop an idle connection after 5 s; a hint of theirs is honoured with a second to spare. */
const keepAlive = { keepAliveTimeout: 4_000, keepAliveTimeoutThreshold: 1_000 } as const;
/** Readiness and info are asked rarely; more connections than this at once would be a flood of them. */
const maxProbeConnections = 16;

/** What undici is handed: it inherits nothing, so that no field of a spoiled `Object.prototype` is taken for an option. */
class Dispatched {
  readonly method: 'POST' | 'GET';
  readonly path: string;
  readonly headers: string[];
  readonly body: Buffer | null;

  constructor({ method, path, headers, body }: WireRequest) {
    this.method = method;
    this.path = path;
    this.headers = headers;
    this.body = body;
  }
}
Object.setPrototypeOf(Dispatched.prototype, null);

export function createUndiciTransport(options: TransportOptions): Transport {
  const { address, maxConnections, connectTimeoutMs, tls } = options;
  const crowd: Crowd = { waiting: 0 };
  const connector = createConnector({ connectTimeoutMs, tls, isWanted: () => crowd.waiting > 0 });
  const pools = new Set<Pool>();
  const open = (connections: number) => {
    const pool = new Pool(address.origin, {
      connect: connector.connect,
      connections,
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      ...keepAlive,
    });
    pools.add(pool);
    return pool;
  };

  let generation = 0;
  let calls = open(maxConnections);
  let probes: Pool | undefined;

  const send = (pool: Pool, request: WireRequest, interrupt: Interrupt) =>
    new Promise<WireEnd>((resolve) => {
      pool.dispatch(
        new Dispatched(request),
        new Exchange({ interrupt, maxResponseBytes: request.maxResponseBytes, crowd, settle: resolve }),
      );
    });

  return {
    exchange: (request, interrupt) => send(calls, request, interrupt),
    probe(request, interrupt) {
      probes ??= open(maxProbeConnections);
      return send(probes, request, interrupt);
    },
    get generation() {
      return generation;
    },
    renew(from) {
      if (from !== generation) return;
      generation += 1;
      const old = calls;
      calls = open(maxConnections);
      void old.close().then(() => pools.delete(old));
    },
    async destroy() {
      connector.destroy();
      await Promise.all([...pools].map((pool) => pool.destroy()));
      pools.clear();
    },
  };
}
