/** What a test may change of a mocked pack while it serves: the gate, with its arguments checked. */
import { parse } from '../../src/options/parse.js';
import type { Gate } from './gate.js';
import { concurrencySchema, switchSchema } from './resolve-options.js';

/** Readiness, draining and the cap, to be changed by a test at any time. */
export interface GateControls {
  /**
   * New calls and `/readyz` are answered `draining` from now on, on open and new connections. Resolves when no
   * call is in flight, at the latest after `drainMs`.
   */
  drain(): Promise<void>;
  /**
   * False: calls and `/readyz` are answered `not ready` until it is true again.
   *
   * @throws PackUsageError for anything but true and false.
   */
  setReady(on: boolean): void;
  /**
   * Changes the cap. Calls over a lower one go on.
   *
   * @throws PackUsageError for anything but a whole number of at least 1.
   */
  setMaxConcurrency(limit: number): void;
}

/** @param drainMs how long `drain` waits for calls in flight, in milliseconds. */
export function gateControls(gate: Gate, drainMs: number): GateControls {
  return {
    drain: () => gate.drain(drainMs),
    setReady: (on) => gate.setReady(parse(switchSchema, on, 'setReady')),
    setMaxConcurrency: (limit) =>
      gate.setMaxConcurrency(parse(concurrencySchema, limit, 'setMaxConcurrency')),
  };
}
