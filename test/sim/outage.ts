/**
 * Many clients and a set of replicas that loses half its members, then all, and then returns. Each client makes
 * calls at random moments, whatever became of the earlier ones. What is measured: which share of the calls got a
 * result, how many requests a call cost in the worst minute, and how soon results came as fast as calls again.
 */
import type { Environment } from '../../src/call/environment.js';
import { ManualEnvironment } from '../manual-environment.js';
import { SimService, type SimState } from './sim-service.js';

/** Makes one call. True: it got a result. */
export type MakeCall = () => Promise<boolean>;
/** One way to call: makes a client of all the services. */
export type Strategy = (environment: Environment, services: readonly SimService[]) => MakeCall;

export interface OutageOptions {
  readonly seed: number;
  readonly clients: number;
  readonly replicas: number;
  /** Calls at a time that each replica takes. */
  readonly cap: number;
  readonly callsPerSecond: number;
  readonly meanHandlerMs: number;
  /** How the lost replicas meet calls. */
  readonly lost: Exclude<SimState, 'up'>;
  /** Seconds with all replicas, half of them, none, and all again. */
  readonly seconds: readonly [all: number, half: number, none: number, returned: number];
}

export interface OutageReport {
  /** Calls that got a result, as a share of those begun in each phase. */
  readonly answered: readonly number[];
  /** Requests per call in the worst minute. */
  readonly requestsPerCall: number;
  /** Seconds from the return until results come at 95 % of the rate of calls and stay there; infinite if never. */
  readonly backSeconds: number;
  readonly calls: number;
}

const bucketMs = 250;
const bucketsPerMinute = 60_000 / bucketMs;

interface Bucket {
  readonly phase: number;
  begun: number;
  results: number;
  requests: number;
  /** Of the calls that began in it. */
  answered: number;
}

export async function simulateOutage(options: OutageOptions, strategy: Strategy): Promise<OutageReport> {
  const { seed, replicas, cap, meanHandlerMs, lost, seconds } = options;
  const environment = new ManualEnvironment(seed);
  const services = Array.from({ length: replicas }, () => {
    const handlerMs = () => exponential(environment, meanHandlerMs);
    return new SimService({ environment, cap, handlerMs });
  });
  const buckets: Bucket[] = [];
  startClients(options, environment, {
    makeClient: () => strategy(environment, services),
    bucket: () => buckets.at(-1),
  });
  const requests = () => services.reduce((total, service) => total + service.requests, 0);
  for (const [phase, forSeconds] of seconds.entries()) {
    const away = [0, replicas / 2, replicas, 0][phase] ?? 0;
    for (const [at, service] of services.entries()) service.become(at < away ? lost : 'up');
    for (let left = (forSeconds * 1_000) / bucketMs; left > 0; left -= 1) {
      const before = requests();
      const bucket = { phase, begun: 0, results: 0, requests: 0, answered: 0 };
      buckets.push(bucket);
      await environment.runUntil(buckets.length * bucketMs, 0.1);
      bucket.requests = requests() - before;
    }
  }
  return report(buckets);
}

interface Stage {
  makeClient(): MakeCall;
  /** The one that counts now. */
  bucket(): Bucket | undefined;
}

function startClients(
  { clients, callsPerSecond }: OutageOptions,
  environment: Environment,
  { makeClient, bucket }: Stage,
): void {
  const begin = async (call: MakeCall) => {
    const begunIn = bucket();
    if (begunIn === undefined) return;
    begunIn.begun += 1;
    if (!(await call())) return;
    begunIn.answered += 1;
    const endedIn = bucket();
    if (endedIn !== undefined) endedIn.results += 1;
  };
  const meanPauseMs = 1_000 / callsPerSecond;
  for (let client = 0; client < clients; client += 1) {
    const call = makeClient();
    const next = () => {
      void begin(call);
      environment.startTimer(next, exponential(environment, meanPauseMs));
    };
    environment.startTimer(next, exponential(environment, meanPauseMs));
  }
}

function report(buckets: readonly Bucket[]): OutageReport {
  const phases = [0, 1, 2, 3].map((phase) => buckets.filter((bucket) => bucket.phase === phase));
  let requestsPerCall = 0;
  for (let from = 0; from === 0 || from + bucketsPerMinute <= buckets.length; from += 1) {
    const minute = buckets.slice(from, from + bucketsPerMinute);
    requestsPerCall = Math.max(requestsPerCall, sum(minute, 'requests') / sum(minute, 'begun'));
  }
  const returned = phases[3] ?? [];
  const second = 1_000 / bucketMs;
  const isBack = (at: number) => {
    const after = returned.slice(at, at + second);
    return sum(after, 'results') >= 0.95 * sum(after, 'begun');
  };
  let back = returned.findIndex((_, at) => isBack(at) && isBack(at + 1) && isBack(at + 2 * second));
  if (back < 0) back = Number.POSITIVE_INFINITY;
  return {
    answered: phases.map((phase) => sum(phase, 'answered') / sum(phase, 'begun')),
    requestsPerCall,
    backSeconds: (back * bucketMs) / 1_000,
    calls: sum(buckets, 'begun'),
  };
}

function sum(buckets: readonly Bucket[], of: 'begun' | 'results' | 'requests' | 'answered'): number {
  return buckets.reduce((total, bucket) => total + bucket[of], 0);
}

function exponential(environment: Environment, mean: number): number {
  return -Math.log(1 - environment.random()) * mean;
}
