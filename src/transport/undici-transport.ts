/**
 * One replica's connections: an undici pool for calls, and one for probes. `pipelining: 1` keeps a connection to
 * one request at a time; undici's own time-outs are off, because the call's one deadline covers every stage.
 */
import { Client, Pool } from 'undici';
import type { ReplicaAddress, TlsOptions } from '../options/types.js';
import { ownFields } from '../own-fields.js';
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

/** As a pool makes its clients, but of options that inherit nothing: a `socketPath`, say, would lead elsewhere. */
function createClient(origin: URL, options: Client.Options): Client {
  return new Client(origin, ownFields(options));
}

export function createUndiciTransport(options: TransportOptions): Transport {
  const { address, maxConnections, connectTimeoutMs, tls } = options;
  const crowd: Crowd = { waiting: 0 };
  let dispatching: WireRequest | undefined;
  const connector = createConnector({
    connectTimeoutMs,
    tls,
    isWanted: () => crowd.waiting > 0,
    dispatching: () => dispatching,
  });
  const pools = new Set<Pool>();
  const open = (connections: number) => {
    const pool = new Pool(
      address.origin,
      ownFields({
        connect: connector.connect,
        connections,
        pipelining: 1,
        headersTimeout: 0,
        bodyTimeout: 0,
        factory: createClient,
        ...keepAlive,
      }),
    );
    pools.add(pool);
    return pool;
  };

  let generation = 0;
  let calls = open(maxConnections);
  let probes: Pool | undefined;

  const send = (pool: Pool, request: WireRequest, interrupt: Interrupt) =>
    new Promise<WireEnd>((resolve) => {
      const { maxResponseBytes } = request;
      const settle = (end: WireEnd) => {
        if (end.kind === 'interrupted' && end.stage === 'connecting') connector.abandon(request);
        resolve(end);
      };
      const exchange = new Exchange({ interrupt, maxResponseBytes, crowd, settle });
      dispatching = request;
      pool.dispatch(new Dispatched(request), exchange);
      dispatching = undefined;
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
