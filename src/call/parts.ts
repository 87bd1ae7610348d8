/** Makes the parts that all calls of one client share: replicas with their connections, slots, budget, headers. */
import type { Counters } from '../observe/counters.js';
import { logAttempt } from '../observe/records.js';
import { logCooling, logDrift, logLimitLowered, logRecovered } from '../observe/replica-records.js';
import type { ResolvedOptions } from '../options/types.js';
import { createUndiciTransport, type TransportOptions } from '../transport/undici-transport.js';
import type { Transport } from '../transport/wire.js';
import type { CallParts } from './call.js';
import { Credentials } from './credentials.js';
import { type Environment, systemEnvironment } from './environment.js';
import { RetryBudget } from './retry/retry-budget.js';
import { Limiter } from './slots/limiter.js';
import { Replica } from './slots/replica.js';

/** What a client stands on: time and chance, and connections. A test stands it on its own. */
export interface Ground {
  readonly environment: Environment;
  readonly createTransport: (options: TransportOptions) => Transport;
}

const systemGround: Ground = { environment: systemEnvironment, createTransport: createUndiciTransport };

export function createCallParts(
  options: ResolvedOptions,
  counters: Counters,
  ground: Ground = systemGround,
): CallParts {
  const { environment } = ground;
  const { maxConcurrency, connectTimeoutMs, tls, logger } = options;
  const replicas = options.replicas.map((address) => {
    const transport = ground.createTransport({
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
    maxResponseBytes: options.maxResponseBytes,
    onAttempt(attempt, envelope) {
      counters.attempt();
      logAttempt(logger, envelope, attempt);
    },
    onCooling: (cooling) => logCooling(logger, cooling),
    onRecovered: (replica) => logRecovered(logger, replica),
    onLimitLowered: (lowered) => logLimitLowered(logger, lowered),
    onDrift: (drift) => logDrift(logger, drift),
  };
}
