/** A call of the sample pack as data, with what goes wrong and what comes of it. */
import type { RetryOptions } from '../../src/options/types.js';
import type { Fault, FaultOptions } from '../faults/fault-options.js';
import type { Seen } from '../verdicts.js';

/** What is called: a tool or a check of the sample pack. */
export type SampleCall =
  | { readonly tool: string; readonly input: unknown }
  | { readonly check: string; readonly config: Readonly<Record<string, unknown>>; readonly trace: unknown };

/**
 * One call of the sample pack: what goes wrong at the service, and the verdict that each try comes to.
 *
 * @example
 * ```ts
 * const lost: Scenario = {
 *   title: 'A lost answer',
 *   about: 'The card was charged, and nobody here can know.',
 *   call: { tool: 'acme.billing.charge-card', input: { invoiceId: 'inv_102', amountCents: 4_950 } },
 *   fault: 'cut-body',
 *   tries: ['connection-lost'],
 *   runs: 1,
 * };
 * ```
 */
export interface Scenario {
  /** What happens, in a few words. Unique. */
  readonly title: string;
  /** One sentence: what there is to see. */
  readonly about: string;
  /** The call that is made. */
  readonly call: SampleCall;
  /** What goes wrong. Default nothing. */
  readonly fault?: Fault;
  /** How the fault is shown. Default: as `fail` shows it without options. */
  readonly faultOptions?: FaultOptions;
  /** Milliseconds that the call has. Default the client's. */
  readonly timeoutMs?: number;
  /** How it is tried again. Default the client's. */
  readonly retry?: RetryOptions;
  /** What each try comes to, in order. The last one is the verdict on the call. */
  readonly tries: readonly [Seen, ...Seen[]];
  /** How often the code of the pack begins to run. */
  readonly runs: 0 | 1;
  /** The demo shows it. */
  readonly inDemo?: true;
}

/** A call that may be made any number of times. */
export const findInvoice: SampleCall = {
  tool: 'acme.billing.find-invoice',
  input: { invoiceId: 'inv_102' },
};

/** A call that must not be made twice. */
export const chargeCard: SampleCall = {
  tool: 'acme.billing.charge-card',
  input: { invoiceId: 'inv_102', amountCents: 4_950 },
};
