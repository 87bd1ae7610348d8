/**
 * A service that takes fewer calls than its clients would like to make: callers that call again as soon as they
 * have an answer, behind the library's own policy, while the service's cap changes. What is measured is the price
 * (calls refused) and what it buys (throughput, as a share of what the cap allows).
 */
import { ManualEnvironment } from '../manual-environment.js';
import { SimClient } from './sim-client.js';
import { latencyMs, SimService } from './sim-service.js';

export interface OverloadOptions {
  readonly seed: number;
  /** Callers per client. */
  readonly callers: number;
  /** Clients that share the service. Default 1. */
  readonly clients?: number;
  readonly meanHandlerMs: number;
  /** How handlers' times spread. */
  readonly spread: 'none' | 'exponential';
  /** One after the other. */
  readonly phases: readonly { readonly cap: number; readonly forMs: number }[];
  /** Left out of each phase's shares. */
  readonly warmUpMs: number;
  /** How long throughput is averaged to find when it is back. */
  readonly windowMs: number;
}

export interface PhaseReport {
  readonly cap: number;
  /** Refusals per request, from 0 to 1. */
  readonly refused: number;
  /** Throughput as a share of what the cap allows. */
  readonly used: number;
  /** Milliseconds from the start of the phase until throughput is 90 % of what the cap allows. */
  readonly backMs: number;
  /** Calls that ended other than with a result. */
  readonly failed: number;
  /** The most that one client had, as a share of all results. */
  readonly largestShare: number;
}

/** What clients have had from their calls so far. */
interface Tally {
  failed: number;
  /** Results of each client. */
  readonly results: number[];
}

export async function simulateOverload(options: OverloadOptions): Promise<readonly PhaseReport[]> {
  const { seed, meanHandlerMs, spread, phases } = options;
  const environment = new ManualEnvironment(seed);
  const service = new SimService({
    environment,
    cap: phases[0]?.cap ?? 1,
    handlerMs: () =>
      spread === 'none' ? meanHandlerMs : -Math.log(1 - environment.random()) * meanHandlerMs,
  });
  const tally = startCallers(options, environment, service);
  const reports: PhaseReport[] = [];
  for (const phase of phases) reports.push(await measure(phase, options, { environment, service, tally }));
  return reports;
}

function startCallers(options: OverloadOptions, environment: ManualEnvironment, service: SimService): Tally {
  const tally: Tally = { failed: 0, results: [] };
  const callOn = async (client: SimClient, at: number): Promise<void> => {
    for (;;) {
      const { body } = await client.call();
      if (body.kind === 'result') tally.results[at] = (tally.results[at] ?? 0) + 1;
      else tally.failed += 1;
    }
  };
  for (let at = 0; at < (options.clients ?? 1); at += 1) {
    const client = new SimClient({ environment, services: [service] });
    tally.results.push(0);
    for (let caller = 0; caller < options.callers; caller += 1) void callOn(client, at);
  }
  return tally;
}

interface Running {
  readonly environment: ManualEnvironment;
  readonly service: SimService;
  readonly tally: Tally;
}

async function measure(
  { cap, forMs }: OverloadOptions['phases'][number],
  { callers, clients = 1, meanHandlerMs, warmUpMs, windowMs }: OverloadOptions,
  running: Running,
): Promise<PhaseReport> {
  const { environment, service, tally } = running;
  const startMs = environment.nowMs();
  const resultsPerMs = Math.min(cap, callers * clients) / (meanHandlerMs + 2 * latencyMs);
  const failedBefore = tally.failed;
  service.cap = cap;
  let before = countsOf(running);
  let backMs = Number.POSITIVE_INFINITY;
  for (let atMs = 0; atMs < forMs; atMs += windowMs) {
    const had = service.results;
    if (atMs <= warmUpMs) before = countsOf(running);
    const untilMs = Math.min(forMs, atMs + windowMs);
    await environment.runUntil(startMs + untilMs);
    if (service.results - had >= 0.9 * resultsPerMs * (untilMs - atMs)) backMs = Math.min(backMs, untilMs);
  }
  const after = countsOf(running);
  const each = after.each.map((results, at) => results - (before.each[at] ?? 0));
  return {
    cap,
    refused: (after.overloads - before.overloads) / (after.requests - before.requests),
    used: (after.results - before.results) / (resultsPerMs * (forMs - warmUpMs)),
    backMs,
    failed: tally.failed - failedBefore,
    largestShare: Math.max(...each) / each.reduce((sum, one) => sum + one, 0),
  };
}

function countsOf({ service: { requests, overloads, results }, tally }: Running) {
  return { requests, overloads, results, each: [...tally.results] };
}
