/**
 * What `ready` and `health` ask with: connections to the replicas, and nothing else of the library. A health check
 * is a new process every few seconds, so neither the client nor its checks of options are loaded. Probes send no
 * token, and none is read here.
 */
import { systemEnvironment } from '../call/environment.js';
import { Lifeline } from '../call/lifeline.js';
import { PackUsageError } from '../errors.js';
import { parseAddress } from '../options/address.js';
import { defaults, type ReplicaAddress } from '../options/types.js';
import { probeAll, type ReadinessParts } from '../pack/readiness.js';
import type { ReadyReport } from '../pack/reports.js';
import { version } from '../version.js';
import { checkedFor, givenUrls, type ServiceArguments } from './service.js';

/** Asks every replica once; milliseconds that each has to answer. Never rejects. */
export type Ask = (path: '/readyz' | '/healthz', timeoutMs: number) => Promise<ReadyReport>;

/** The same as those of the client: some fronts answer by them. */
const headers = [
  ...['accept', 'application/json'],
  ...['accept-encoding', 'identity'],
  ...['user-agent', `kindgi-pack-client/${version}`],
];

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
    headers,
    begin: (timeoutMs) => new Lifeline(systemEnvironment, { timeoutMs, answerGraceMs: 0, signal }),
    end: (lifeline) => lifeline.dispose(),
  };
  try {
    return await use((path, timeoutMs) => probeAll(parts, path, timeoutMs));
  } finally {
    await Promise.all(replicas.map(({ transport }) => transport.destroy()));
  }
}

function parseAddresses(urls: readonly string[]): readonly ReplicaAddress[] {
  const addresses = urls.map((url, at) => parseAddress(url, `url[${at}]`));
  const twice = addresses.findIndex(
    ({ url }, at) => addresses.findIndex((other) => other.url === url) !== at,
  );
  if (twice === -1) return addresses;
  const issue = { path: `url[${twice}]`, message: 'expected each replica once' };
  throw new PackUsageError('bad client options', [issue]);
}
