/** Plays a scenario against an embedded service of the sample pack, and leaves the service without a fault. */
import type { CheckOutcome, ToolOutcome } from '../../src/outcome.js';
import type { PackClient } from '../../src/pack-client.js';
import type { RunningPackService } from '../service/pack-service.js';
import type { Scenario } from './scenario.js';

/** Where a scenario is played. */
export interface ScenarioStage {
  /** A service of the sample pack, with `sampleTools` and `sampleChecks`. */
  readonly service: RunningPackService;
  /** A client of that service. */
  readonly client: PackClient;
  /** Cancels the call. Default none. */
  readonly signal?: AbortSignal;
}

/**
 * Makes the scenario's call while its fault is shown; resolves with what came of it, once the service is without
 * faults again.
 *
 * @example
 * ```ts
 * const [scenario] = scenarios;
 * if (scenario !== undefined) console.log(await playScenario(scenario, { service, client }));
 * ```
 *
 * @throws what `fail` throws (as a rejection), for a scenario of your own.
 */
export async function playScenario(
  { call, fault, faultOptions, timeoutMs, retry }: Scenario,
  { service, client, signal }: ScenarioStage,
): Promise<ToolOutcome | CheckOutcome> {
  const options = { signal, timeoutMs, ...(retry === undefined ? {} : { retry }) };
  if (fault !== undefined) await service.fail(fault, faultOptions);
  try {
    if ('check' in call) return await client.check(call, options);
    return await client.invoke({ ...call, ctx: { tenantId: 'acme', runId: 'demo' } }, options);
  } finally {
    await service.clearFaults();
  }
}
