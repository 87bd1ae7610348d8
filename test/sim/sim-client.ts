/**
 * A client whose policy is the library's own, from the wait for a slot to the last retry, with simulated services
 * in place of connections. What stands around the policy (options, logs, statistics) is left out.
 */
import { Call, type CallParts, type Ending } from '../../src/call/call.js';
import { Credentials } from '../../src/call/credentials.js';
import { sealToolCall } from '../../src/call/envelope.js';
import type { Environment } from '../../src/call/environment.js';
import { Lifeline } from '../../src/call/lifeline.js';
import { Limiter } from '../../src/call/limiter.js';
import { Replica } from '../../src/call/replica.js';
import { RetryBudget } from '../../src/call/retry-budget.js';
import { defaults, type RetryPolicy } from '../../src/options/types.js';
import type { Transport } from '../../src/transport/wire.js';

export interface SimClientOptions {
  readonly environment: Environment;
  readonly services: readonly Transport[];
  /** Default as the library's. */
  readonly maxConcurrency?: number;
  readonly timeoutMs?: number;
  readonly retry?: Partial<RetryPolicy>;
}

export class SimClient {
  readonly replicas: readonly Replica[];
  readonly limiter: Limiter;
  readonly #parts: CallParts;
  readonly #options: SimClientOptions;
  readonly #envelope;

  constructor(options: SimClientOptions) {
    const { environment, services, maxConcurrency = defaults.maxConcurrency } = options;
    this.#options = options;
    this.replicas = services.map((transport, at) => new Replica(address(at), transport, maxConcurrency));
    this.limiter = new Limiter(this.replicas, defaults.maxQueue, environment);
    this.#envelope = sealToolCall(
      { tool: 'sim', input: null, ctx: { tenantId: 'tenant', runId: 'run', requestId: 'request' } },
      { readOnly: false, retry: { ...defaults.retry, ...options.retry } },
    );
    this.#parts = {
      environment,
      replicas: this.replicas,
      limiter: this.limiter,
      budget: new RetryBudget(environment),
      credentials: new Credentials('token', undefined),
      fixedHeaders: [],
      maxResponseBytes: defaults.maxResponseBytes,
      onAttempt() {},
      onDrift() {},
    };
  }

  async call(): Promise<Ending> {
    const { environment, timeoutMs = defaults.timeoutMs } = this.#options;
    const { answerGraceMs } = defaults;
    const lifeline = new Lifeline(environment, { timeoutMs, answerGraceMs, signal: undefined });
    try {
      this.#parts.budget.earn();
      return await new Call(this.#parts, this.#envelope, lifeline).run();
    } finally {
      lifeline.dispose();
    }
  }
}

function address(at: number) {
  const origin = `http://replica-${at}.invalid`;
  return { url: origin, origin, pathPrefix: '', invokePath: '/v1/invoke' };
}
