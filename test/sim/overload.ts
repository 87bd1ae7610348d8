/**
 * A service that takes fewer calls than its clients would like to make: callers that call again as soon as they
 * have an answer, behind the library's own policy, while the service's cap changes. What is measured is the price
 * (calls refused) and what it buys (throughput, as a share of what the cap allows).
 */
import { ManualEnvironment } from '../manual-environment.js';
import { SimClient } from './sim-client.js';
import { SimService } from './sim-service.js';

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

export async function simulateOverload(options: OverloadOptions): Promise<readonly PhaseReport[]> {
  const { seed, callers, clients: count = 1, meanHandlerMs, spread, phases } = options;
  const environment = new ManualEnvironment(seed);
  const service = new SimService({
    environment,
    cap: phases[0]?.cap ?? 1,
    handlerMs: () =>
      spread === 'none' ? meanHandlerMs : -Math.log(1 - environment.random()) * meanHandlerMs,
  });
  let failed = 0;
  const results: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const client = new SimClient({ environment, services: [service] });
    results.push(0);
    for (let caller = 0; caller < callers; caller += 1) void callOn(client, at);
  }
  async function callOn(client: SimClient, at: number): Promise<void> {
    for (;;) {
      const { body } = await client.call();
      if (body.kind === 'result') results[at] = (results[at] ?? 0) + 1;
      else failed += 1;
    }
  }

  const reports: PhaseReport[] = [];
  let startMs = 0;
  for (const { cap, forMs } of phases) {
    service.cap = cap;
    failed = 0;
    const full = Math.min(cap, callers * count) / (meanHandlerMs + 0.5);
    let backMs = Number.POSITIVE_INFINITY;
    let before = { requests: 0, overloads: 0, results: 0, each: [...results] };
    for (let atMs = 0; atMs < forMs; atMs += options.windowMs) {
      const had = service.results;
      if (atMs <= options.warmUpMs) before = { ...countsOf(service), each: [...results] };
      const untilMs = Math.min(forMs, atMs + options.windowMs);
      await environment.runUntil(startMs + untilMs);
      if (service.results - had >= 0.9 * full * (untilMs - atMs)) backMs = Math.min(backMs, untilMs);
    }
    const after = countsOf(service);
    const done = after.results - before.results;
    const each = results.map((now, at) => now - (before.each[at] ?? 0));
    reports.push({
      cap,
      refused: (after.overloads - before.overloads) / (after.requests - before.requests),
      used: done / (full * (forMs - options.warmUpMs)),
      backMs,
      failed,
      largestShare: Math.max(...each) / each.reduce((sum, one) => sum + one, 0),
    });
    startMs += forMs;
  }
  return reports;
}

function countsOf({ requests, overloads, results }: SimService) {
  return { requests, overloads, results };
}
