/** One replica's connections: some for calls, and some for probes, which never wait behind calls. */
import type { ReplicaAddress, TlsOptions } from '../options/types.js';
import { Connections } from './connections.js';
import { createConnector } from './connector.js';
import type { Transport } from './wire.js';

export interface TransportOptions {
  readonly address: ReplicaAddress;
  /** Connections for calls; as many as calls in flight are allowed. */
  readonly maxConnections: number;
  readonly connectTimeoutMs: number;
  readonly tls: TlsOptions | undefined;
}

/** Readiness and info are asked rarely; more connections than this at once would be a flood of them. */
const maxProbeConnections = 16;

export function createUndiciTransport(options: TransportOptions): Transport {
  const { address, maxConnections, connectTimeoutMs, tls } = options;
  const connector = createConnector({ connectTimeoutMs, tls });
  const calls = new Connections(address.origin, connector, maxConnections);
  const probes = new Connections(address.origin, connector, maxProbeConnections);
  let generation = 0;
  return {
    exchange: (request, interrupt) => calls.send(request, interrupt),
    probe: (request, interrupt) => probes.send(request, interrupt),
    get generation() {
      return generation;
    },
    renew(from) {
      if (from !== generation) return;
      generation += 1;
      calls.retire();
    },
    async destroy() {
      connector.destroy();
      await Promise.all([calls.destroy(), probes.destroy()]);
    },
  };
}
