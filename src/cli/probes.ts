/**
 * What `ready` and `health` ask with: connections to the replicas, and nothing else of the library. A health check
 * is a new process every few seconds, so neither the client nor its checks of options are loaded. Probes send no
 * token, and none is read here.
 */
import { systemEnvironment } from '../call/environment.js';
import { Lifeline } from '../call/lifeline.js';
import { parseAddresses } from '../options/address.js';
import { defaults } from '../options/types.js';
import { probeAll, type ReadinessParts } from '../pack/readiness.js';
import type { ReadyReport } from '../pack/reports.js';
import { checkedFor, givenUrls, type ServiceArguments } from './service.js';

/** Asks every replica once; milliseconds that each has to answer. Never rejects. */
export type Ask = (path: '/readyz' | '/healthz', timeoutMs: number) => Promise<ReadyReport>;

/**
 * Runs `use` with the means to ask, which an abort of the signal cuts short; leaves no connection behind.
 *
 * @throws WrongUse naming the address that is missing or wrong.
 */
export async function withProbes<Found>(
  args: ServiceArguments,
  signal: AbortSignal,
  use: (ask: Ask) => Promise<Found>,
): Promise<Found> {
  const urls = givenUrls(args);
  const addresses = checkedFor(args, () => parseAddresses(urls));
  const { createUndiciTransport } = await import('../transport/undici-transport.js');
  const { connectTimeoutMs } = defaults;
  const replicas = addresses.map((address) => ({
    address,
    transport: createUndiciTransport({ address, maxConnections: 1, connectTimeoutMs, tls: undefined }),
  }));
  const parts: ReadinessParts = {
    replicas,
    environment: systemEnvironment,
    begin: (timeoutMs) => new Lifeline(systemEnvironment, { timeoutMs, answerGraceMs: 0, signal }),
    end: (lifeline) => lifeline.dispose(),
  };
  try {
    return await use((path, timeoutMs) => probeAll(parts, path, timeoutMs));
  } finally {
    await Promise.all(replicas.map(({ transport }) => transport.destroy()));
  }
}
