/** Makes the parts that all calls of one client share: replicas with their connections, slots, budget, headers. */
import type { Counters } from '../observe/counters.js';
import { logAttempt, logDrift } from '../observe/records.js';
import type { ResolvedOptions } from '../options/types.js';
import { messageHeaders } from '../protocol/headers.js';
import { createUndiciTransport } from '../transport/undici-transport.js';
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
  return {
    environment,
    replicas,
    limiter: new Limiter(replicas, options.maxQueue, environment),
    budget: new RetryBudget(environment),
    credentials: new Credentials(options.token, options.authorization),
    fixedHeaders: messageHeaders,
    maxResponseBytes: options.maxResponseBytes,
    onAttempt(attempt, envelope) {
      counters.attempt();
      logAttempt(logger, envelope, attempt);
    },
    onDrift: (drift) => logDrift(logger, drift),
  };
}
