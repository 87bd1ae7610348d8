/**
 * Metrics of one client: how long calls take, what they and their tries came to, and how full each replica is. Ids
 * of runs and requests are in spans only; every new value here would be a series of its own.
 */
import type { BatchObservableResult, Meter } from '@opentelemetry/api';
import type { PackClient } from '../pack-client.js';
import {
  type CallOutcome,
  knownMethod,
  methodAttributes,
  serverAttributes,
  statusAttributes,
} from './call-attributes.js';
import { conventional, metricNames, own } from './names.js';

/** What the conventions advise for the duration of calls, in seconds. */
const bucketsS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

export interface CallMetrics {
  ended(method: string, outcome: CallOutcome): void;
  /** Observes the client no more. */
  close(): void;
}

export function createCallMetrics(meter: Meter, client: Pick<PackClient, 'stats'>): CallMetrics {
  const duration = meter.createHistogram(metricNames.duration, {
    description: 'Duration of a call, queueing, tries and waits included.',
    unit: 's',
    advice: { explicitBucketBoundaries: bucketsS },
  });
  const calls = meter.createCounter(metricNames.calls, {
    description: 'Calls that ended, by what they came to and whether the code of the pack ran.',
    unit: '{call}',
  });
  const attempts = meter.createCounter(metricNames.attempts, {
    description: 'Tries that ended, by replica and by what they came to.',
    unit: '{attempt}',
  });
  const stopObserving = observeReplicas(meter, client);
  return {
    ended(method, outcome) {
      const attributes = { ...methodAttributes(knownMethod(method, outcome)), ...statusAttributes(outcome) };
      duration.record(outcome.durationMs / 1_000, attributes);
      calls.add(1, { ...attributes, [own.execution]: outcome.execution });
      for (const { replica, verdict, execution } of outcome.attempts) {
        attempts.add(1, {
          ...serverAttributes(replica),
          [conventional.rpcStatusCode]: verdict,
          [own.execution]: execution,
        });
      }
    },
    close: stopObserving,
  };
}

function observeReplicas(meter: Meter, client: Pick<PackClient, 'stats'>): () => void {
  const gauge = (name: string, description: string) =>
    meter.createObservableGauge(name, { description, unit: '{call}' });
  const inFlight = gauge(metricNames.inFlight, 'Calls in flight at a replica.');
  const queued = gauge(metricNames.queued, 'Calls that wait for a slot, by the replica they count on.');
  const limit = gauge(metricNames.limit, 'Calls in flight that a replica is allowed now.');
  const gauges = [inFlight, queued, limit];
  const observe = (result: BatchObservableResult): void => {
    for (const replica of client.stats().replicas) {
      const attributes = { ...serverAttributes(replica.url), [own.replica]: replica.url };
      result.observe(inFlight, replica.inFlight, attributes);
      result.observe(queued, replica.queued, attributes);
      result.observe(limit, replica.limit, attributes);
    }
  };
  meter.addBatchObservableCallback(observe, gauges);
  return () => meter.removeBatchObservableCallback(observe, gauges);
}
