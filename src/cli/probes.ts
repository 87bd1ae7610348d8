/**
 * What `ready` and `health` ask with: connections to the replicas, and nothing else of the library. A health check
 * is a new process every few seconds, so neither the client nor its checks of options are loaded. Probes send no
 * token, and none is read here.
 */
import { systemEnvironment } from '../call/environment.js';
import { OpenCalls } from '../call/lifetime/open-calls.js';
import { parseAddresses } from '../options/address.js';
import { defaults } from '../options/types.js';
import { probeAll, type ReadinessParts, type WaitOptions, waitUntilReady } from '../pack/readiness.js';
import type { ReadyReport } from '../pack/reports.js';
import { checkedFor, givenUrls, type ServiceArguments } from './service.js';

/** Ways to ask all replicas; none rejects. */
export interface Probes {
  /** Asks once; milliseconds that each replica has to answer. */
  ask(path: '/readyz' | '/healthz', timeoutMs: number): Promise<ReadyReport>;
  /** Asks until one is ready; milliseconds in all. */
  wait(waitMs: number, options: WaitOptions): Promise<ReadyReport>;
}

/**
 * Runs `use` with the means to ask, which an abort of the signal cuts short; leaves no connection behind.
 *
 * @throws WrongUse naming the address that is missing or wrong.
 */
export async function withProbes<Found>(
  args: ServiceArguments,
  signal: AbortSignal,
  use: (probes: Probes) => Promise<Found>,
): Promise<Found> {
  const urls = givenUrls(args);
  const addresses = checkedFor(args, () => parseAddresses(urls));
  const { createUndiciTransport } = await import('../transport/undici-transport.js');
  const { connectTimeoutMs } = defaults;
  const replicas = addresses.map((address) => ({
    address,
    transport: createUndiciTransport({ address, maxConnections: 1, connectTimeoutMs, tls: undefined }),
  }));
  const open = new OpenCalls(systemEnvironment);
  const parts: ReadinessParts = {
    replicas,
    environment: systemEnvironment,
    begin: (timeoutMs) => open.beginProbe(timeoutMs, signal),
    end: (lifeline) => open.endProbe(lifeline),
  };
  try {
    return await use({
      ask: (path, timeoutMs) => probeAll(parts, path, timeoutMs),
      wait: (waitMs, options) => waitUntilReady(parts, waitMs, options),
    });
  } finally {
    await Promise.all(replicas.map(({ transport }) => transport.destroy()));
  }
}
