/** The code of the sample pack: it keeps nothing, calls nobody, and gives the same answer every time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isObject } from '../../src/own-fields.js';
import type { CheckHandler, HandlerContext, ToolHandler } from '../service/options.js';

interface Invoice {
  readonly id: string;
  readonly customer: string;
  readonly amountCents: number;
  readonly currency: 'EUR' | 'USD';
  readonly status: 'open' | 'paid';
}

const invoices: readonly Invoice[] = [
  { id: 'inv_103', customer: 'Northwind', amountCents: 129_900, currency: 'EUR', status: 'open' },
  { id: 'inv_102', customer: 'Fabrikam', amountCents: 4_950, currency: 'USD', status: 'open' },
  { id: 'inv_101', customer: 'Northwind', amountCents: 20_000, currency: 'EUR', status: 'paid' },
];

/** What `charge-card` throws for the card `card_declined`. */
class CardDeclined extends Error {
  override readonly name = 'CardDeclined';
}

/**
 * Handlers of the sample pack's tools, by tool id.
 *
 * @example
 * ```ts
 * await using service = await startPackService({ index: sampleIndex, tools: sampleTools });
 * ```
 */
export const sampleTools: Readonly<Record<string, ToolHandler>> = {
  'acme.billing.charge-card': (input: { invoiceId: string; amountCents: number; card: string }) => {
    if (input.card === 'card_declined') throw new CardDeclined(`the bank declined ${input.invoiceId}`);
    return { chargeId: `ch_${input.invoiceId}`, amountCents: input.amountCents };
  },
  'acme.billing.export-ledger': async (input: { year: number; workMs: number }, ctx: HandlerContext) => {
    await sleep(input.workMs, undefined, { signal: ctx.signal });
    return { file: `ledger-${input.year}.csv`, rows: 365 };
  },
  'acme.billing.find-invoice': (input: { invoiceId: string }) =>
    invoices.find(({ id }) => id === input.invoiceId) ?? null,
  'acme.billing.list-invoices': ({ status, limit }: { status: Invoice['status'] | 'any'; limit: number }) => {
    const fitting = invoices.filter((invoice) => status === 'any' || invoice.status === status);
    return { invoices: fitting.slice(0, limit), status, limit };
  },
};

/**
 * Handlers of the sample pack's checks, by check id.
 *
 * @example
 * ```ts
 * await using service = await startPackService({ index: sampleIndex, checks: sampleChecks });
 * ```
 */
export const sampleChecks: Readonly<Record<string, CheckHandler>> = {
  'acme.billing.checks.amount-within-limit': (config: { maxCents: number }, trace: unknown) => {
    const amountCents = isObject(trace) ? trace['amountCents'] : undefined;
    if (typeof amountCents !== 'number' || amountCents <= config.maxCents) return { passed: true };
    const reason = `${amountCents} cents is over the limit of ${config.maxCents}`;
    return { passed: false, reason, attributes: { amountCents } };
  },
  'acme.billing.no-card-number': (_config: unknown, trace: unknown) =>
    !/\b\d{16}\b/.test(JSON.stringify(trace)),
};
