/** What a client may leave behind: listeners on a signal, timers, sockets, slots. Counts them by what Node shows. */
import { getEventListeners } from 'node:events';
import { expect } from 'vitest';
import type { PackClient } from '../../src/index.js';
import { until } from '../until.js';

/** Timers and sockets that keep this process alive now. */
export function heldResources(): number {
  return process
    .getActiveResourcesInfo()
    .filter((name) => /^(?:Timeout|T(?:CP|LS).*|GetAddrInfo.*)$/.test(name)).length;
}

/** Waits until no more is held than `before`. */
export function resourcesFreed(before: number): Promise<void> {
  return until(() => heldResources() <= before, `no more than ${before} timers and sockets are held`);
}

export function listenersOf(signal: AbortSignal): number {
  return getEventListeners(signal, 'abort').length;
}

/** Calls in flight and calls in the line, over all replicas. */
export function slotsOf(client: PackClient): { readonly inFlight: number; readonly queued: number } {
  const { replicas } = client.stats();
  const sum = (field: 'inFlight' | 'queued') =>
    replicas.reduce((total, replica) => total + replica[field], 0);
  return { inFlight: sum('inFlight'), queued: sum('queued') };
}

export function expectNoSlotTaken(client: PackClient): void {
  expect(slotsOf(client)).toEqual({ inFlight: 0, queued: 0 });
}
