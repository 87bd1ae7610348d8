/** Makes the parts that all calls of one client share: replicas with their connections, slots, budget, headers. */
import type { Counters } from '../observe/counters.js';
import { logAttempt, logDrift } from '../observe/records.js';
import type { ResolvedOptions } from '../options/types.js';
import { headerNames } from '../protocol/headers.js';
import { protocolVersion } from '../protocol/messages.js';
import { createUndiciTransport } from '../transport/undici-transport.js';
import { version } from '../version.js';
import type { CallParts } from './call.js';
import { Credentials } from './credentials.js';
import { systemEnvironment } from './environment.js';
import { Limiter } from './limiter.js';
import { Replica } from './replica.js';
import { RetryBudget } from './retry-budget.js';

export function createCallParts(options: ResolvedOptions, counters: Counters): CallParts {
  const environment = systemEnvironment;
  const { maxConcurrency, connectTimeoutMs, tls, logger } = options;
  const replicas = options.replicas.map((address) => {
    const transport = createUndiciTransport({
      address,
      maxConnections: maxConcurrency,
      connectTimeoutMs,
      tls,
    });
    return new Replica(address, transport, maxConcurrency);
  });
  const probeHeaders = [
    'accept',
    'application/json',
    'accept-encoding',
    'identity',
    'user-agent',
    `kindgi-pack-client/${version}`,
  ];
  return {
    environment,
    replicas,
    limiter: new Limiter(replicas, options.maxQueue, environment),
    budget: new RetryBudget(environment),
    credentials: new Credentials(options.token, options.authorization),
    probeHeaders,
    fixedHeaders: [
      'content-type',
      'application/json',
      ...probeHeaders,
      headerNames.protocol,
      String(protocolVersion),
    ],
    maxResponseBytes: options.maxResponseBytes,
    onAttempt(attempt, envelope) {
      counters.attempt();
      logAttempt(logger, envelope, attempt);
    },
    onDrift: (drift) => logDrift(logger, drift),
  };
}
