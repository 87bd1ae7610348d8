/**
 * Calls and contexts for tests that do not care what stands in them: complete, fixed, and fitting the sample pack.
 * A test names only the fields it is about.
 */
import type { CheckCall, ToolCall } from '../src/pack-client.js';
import type { CallContext } from '../src/protocol/messages.js';

/**
 * A run's context: `{ tenantId: 'tenant-1', runId: 'run-1' }`, laid over by `overrides`.
 *
 * @example
 * ```ts
 * aRunContext({ runId: 'run-7' }); // { tenantId: 'tenant-1', runId: 'run-7' }
 * ```
 */
export function aRunContext(overrides: Partial<CallContext> = {}): CallContext {
  return { tenantId: 'tenant-1', runId: 'run-1', ...overrides };
}

/** A tool call's fields; those of `ctx` one by one. */
export type ToolCallOverrides = Partial<Omit<ToolCall, 'ctx'>> & {
  readonly ctx?: Partial<CallContext> | undefined;
};

/**
 * A call of the sample pack's `acme.billing.find-invoice` that gives a result, laid over by `overrides`. Whoever
 * names another `tool` names its `input` too.
 *
 * @example
 * ```ts
 * await client.invoke(aToolCall({ input: { invoiceId: 'inv_103' }, ctx: { runId: 'run-7' } }));
 * ```
 */
export function aToolCall(given: ToolCallOverrides = {}): ToolCall {
  const { ctx, ...overrides } = { ...given };
  const call = { tool: 'acme.billing.find-invoice', input: { invoiceId: 'inv_102' }, ...overrides };
  return { ...call, ctx: aRunContext(ctx) };
}

/**
 * A call of the sample pack's check `acme.billing.checks.amount-within-limit` that passes, laid over by
 * `overrides`.
 *
 * @example
 * ```ts
 * await client.check(aCheckCall({ trace: { runId: 'run-1', amountCents: 60_000 } })); // over the limit
 * ```
 */
export function aCheckCall(overrides: Partial<CheckCall> = {}): CheckCall {
  return {
    check: 'acme.billing.checks.amount-within-limit',
    config: { maxCents: 50_000 },
    trace: { runId: 'run-1', tenantId: 'tenant-1', amountCents: 4_950 },
    ...overrides,
  };
}
