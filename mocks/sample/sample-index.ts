/**
 * A small pack as an index: four tools and two guardrail checks of an invented billing team. It is what the
 * demo, the README and the tests of this library call; `sample-handlers.ts` is its code.
 */
import type { IndexedGuardrail, IndexedTool, JsonSchema, PackIndex } from '../../src/pack/pack-index.js';

const invoiceId: JsonSchema = { type: 'string', pattern: '^inv_[0-9]+$' };
const cents: JsonSchema = { type: 'integer', minimum: 0 };

const invoice: JsonSchema = {
  type: 'object',
  required: ['id', 'customer', 'amountCents', 'currency', 'status'],
  additionalProperties: false,
  properties: {
    id: invoiceId,
    customer: { type: 'string' },
    amountCents: cents,
    currency: { enum: ['EUR', 'USD'] },
    status: { enum: ['open', 'paid'] },
  },
};

const chargeCard: IndexedTool = {
  id: 'acme.billing.charge-card',
  version: '2.0.0',
  description: 'Charges the card on file for an open invoice.',
  input: {
    type: 'object',
    required: ['invoiceId', 'amountCents'],
    additionalProperties: false,
    properties: {
      invoiceId,
      amountCents: { type: 'integer', minimum: 1 },
      card: { type: 'string', default: 'card_on_file' },
    },
  },
  output: {
    type: 'object',
    required: ['chargeId', 'amountCents'],
    properties: { chargeId: { type: 'string' }, amountCents: cents },
  },
  modulePath: 'tools/charge-card.ts',
  mutating: true,
};

const exportLedger: IndexedTool = {
  id: 'acme.billing.export-ledger',
  version: '1.1.0',
  description: 'Writes a year of bookings to a file. Takes a while.',
  input: {
    type: 'object',
    required: ['year'],
    additionalProperties: false,
    properties: {
      year: { type: 'integer', minimum: 2000, maximum: 2100 },
      workMs: { type: 'integer', minimum: 0, default: 1_500 },
    },
  },
  output: {
    type: 'object',
    required: ['file', 'rows'],
    properties: { file: { type: 'string' }, rows: { type: 'integer' } },
  },
  modulePath: 'tools/export-ledger.ts',
};

const findInvoice: IndexedTool = {
  id: 'acme.billing.find-invoice',
  version: '1.0.0',
  description: 'Looks up one invoice by its id.',
  input: {
    type: 'object',
    required: ['invoiceId'],
    additionalProperties: false,
    properties: { invoiceId },
  },
  output: { anyOf: [invoice, { type: 'null' }] },
  modulePath: 'tools/find-invoice.ts',
  mutating: false,
};

const listInvoices: IndexedTool = {
  id: 'acme.billing.list-invoices',
  version: '1.3.0',
  description: 'Lists invoices, newest first.',
  input: {
    type: 'object',
    additionalProperties: false,
    properties: {
      status: { enum: ['open', 'paid', 'any'], default: 'any' },
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    },
  },
  output: {
    type: 'object',
    required: ['invoices', 'status', 'limit'],
    properties: {
      invoices: { type: 'array', items: invoice },
      status: { type: 'string' },
      limit: { type: 'integer' },
    },
  },
  modulePath: 'tools/list-invoices.ts',
  mutating: false,
};

const amountLimit: IndexedGuardrail = {
  id: 'acme.billing.amount-limit',
  checkId: 'acme.billing.checks.amount-within-limit',
  name: 'No charge over the limit',
  kind: 'code',
  action: { 'on-violation': 'block' },
  severity: 'high',
  checkModulePath: 'guardrails/amount-limit.ts',
  configSchema: {
    type: 'object',
    required: ['maxCents'],
    additionalProperties: false,
    properties: { maxCents: cents },
  },
  config: { maxCents: 50_000 },
};

const noCardNumber: IndexedGuardrail = {
  id: 'acme.billing.no-card-number',
  name: 'No card number in an answer',
  kind: 'code',
  action: { 'on-violation': 'block' },
  checkModulePath: 'guardrails/no-card-number.ts',
};

/**
 * The sample pack: `acme.billing` 1.4.0. Every list is sorted by id.
 *
 * @example
 * ```ts
 * console.log(sampleIndex.tools.map(({ id }) => id));
 * ```
 */
export const sampleIndex: PackIndex = {
  v: 1,
  packId: 'acme.billing',
  packVersion: '1.4.0',
  artifactVersion: '20260302.1',
  publishedAt: '2026-03-02T09:15:00.000Z',
  tools: [chargeCard, exportLedger, findInvoice, listInvoices],
  guardrails: [amountLimit, noCardNumber],
  agents: [],
  flows: [],
  env: { required: ['ACME_BILLING_API_URL'], optional: ['ACME_BILLING_REGION'] },
};
