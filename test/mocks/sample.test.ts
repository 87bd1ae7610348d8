/** The sample pack: what the demo and the README call. */
import { expect, test } from 'vitest';
import { sampleChecks, sampleIndex, sampleTools } from '../../mocks/index.js';
import { checkIdOf } from '../../src/pack/pack-index.js';
import { until } from '../until.js';
import { start } from './packs.js';
import { call, check, failureCode, get, invokeBody, send } from './wire.js';

const sample = { index: sampleIndex, tools: sampleTools, checks: sampleChecks };

test('every indexed tool and check has its handler, and lists are sorted', () => {
  const toolIds = sampleIndex.tools.map(({ id }) => id);
  expect(toolIds).toEqual(Object.keys(sampleTools).toSorted());
  expect(sampleIndex.guardrails.map(checkIdOf).toSorted()).toEqual(Object.keys(sampleChecks).toSorted());
  const guardrailIds = sampleIndex.guardrails.map(({ id }) => id);
  for (const ids of [toolIds, guardrailIds]) expect(ids).toEqual(ids.toSorted());
  expect(JSON.parse(JSON.stringify(sampleIndex))).toEqual(sampleIndex);
});

test.each([
  ['find-invoice', { invoiceId: 'inv_101' }, { kind: 'result', output: { id: 'inv_101', status: 'paid' } }],
  ['find-invoice', { invoiceId: 'inv_999' }, { kind: 'result', output: null }],
  ['find-invoice', { invoiceId: '101' }, { code: 'input-validation-failed' }],
  ['list-invoices', {}, { output: { limit: 20, status: 'any', invoices: [{}, {}, {}] } }],
  ['list-invoices', { status: 'open', limit: 1 }, { output: { invoices: [{ id: 'inv_103' }] } }],
  ['charge-card', { invoiceId: 'inv_102', amountCents: 4950 }, { output: { chargeId: 'ch_inv_102' } }],
  [
    'charge-card',
    { invoiceId: 'inv_102', amountCents: 1, card: 'card_declined' },
    { code: 'handler-throw', cause: { name: 'CardDeclined' } },
  ],
  ['export-ledger', { year: 2025, workMs: 1 }, { output: { file: 'ledger-2025.csv' } }],
])('%s of %j', async (name, input, message) => {
  const service = await start(sample);
  expect((await call(service, `acme.billing.${name}`, input)).json).toMatchObject(message);
});

test('export-ledger stops when nobody waits any more', async () => {
  const service = await start(sample);
  const caller = new AbortController();
  const input = { year: 2025, workMs: 60_000 };
  const sending = failureCode(
    send(service, { body: invokeBody('acme.billing.export-ledger', input), signal: caller.signal }),
  );
  await until(() => service.calls[0]?.handler === 'running', 'it runs');
  caller.abort();
  await sending;
  await until(() => service.calls[0]?.handler === 'threw', 'it stops');
});

test.each([
  ['checks.amount-within-limit', { maxCents: 100 }, { amountCents: 100 }, { result: { passed: true } }],
  ['checks.amount-within-limit', { maxCents: 100 }, { amountCents: 101 }, { result: { passed: false } }],
  ['checks.amount-within-limit', {}, {}, { code: 'input-validation-failed' }],
  ['amount-limit', { maxCents: 1 }, {}, { code: 'check-not-in-pack' }],
  ['no-card-number', {}, { answer: 'pay by card' }, { result: { passed: true } }],
  ['no-card-number', {}, { answer: '4111111111111111' }, { result: { passed: false } }],
])('%s with %j on %j', async (name, config, trace, message) => {
  const service = await start(sample);
  expect((await check(service, `acme.billing.${name}`, { config, trace })).json).toMatchObject(message);
});

test('it names the environment it needs', async () => {
  const service = await start({ ...sample, env: {} });
  expect((await get(service, '/readyz')).json).toEqual({
    error: 'missing env',
    missingEnv: ['ACME_BILLING_API_URL'],
  });
});
