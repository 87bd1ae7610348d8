/**
 * A client whose policy is the library's own, from the wait for a slot to the last retry, with simulated services
 * in place of connections. What stands around the policy (options, logs, statistics) is left out.
 */
import { Call, type CallParts, type Ending } from '../../src/call/call.js';
import { Credentials } from '../../src/call/credentials.js';
import { sealToolCall } from '../../src/call/envelope.js';
import type { Environment } from '../../src/call/environment.js';
import { OpenCalls } from '../../src/call/lifetime/open-calls.js';
import { RetryBudget } from '../../src/call/retry/retry-budget.js';
import { Limiter } from '../../src/call/slots/limiter.js';
import { Replica } from '../../src/call/slots/replica.js';
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
  readonly #open: OpenCalls;

  constructor(options: SimClientOptions) {
    const { environment, services, maxConcurrency = defaults.maxConcurrency } = options;
    this.#options = options;
    this.#open = new OpenCalls(environment);
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
      maxResponseBytes: defaults.maxResponseBytes,
      onAttempt() {},
      onCooling() {},
      onRecovered() {},
      onLimitLowered() {},
      onDrift() {},
    };
  }

  async call(): Promise<Ending> {
    const { timeoutMs = defaults.timeoutMs } = this.#options;
    const { answerGraceMs } = defaults;
    const lifeline = this.#open.begin({ timeoutMs, answerGraceMs, signal: undefined });
    try {
      this.#parts.budget.earn();
      const call = new Call(this.#parts, this.#envelope, lifeline);
      const begun = await call.begin();
      const step = 'ending' in begun ? begun : await call.land(begun, await begun.sent);
      return 'ending' in step ? step.ending : await call.again(step.plan);
    } finally {
      this.#open.end(lifeline);
    }
  }
}

function address(at: number) {
  const origin = `http://replica-${at}.invalid`;
  return { url: origin, origin, pathPrefix: '', invokePath: '/v1/invoke' };
}
