/** Guardrail checks on an embedded pack service. */
import { expect, test } from 'vitest';
import { guardrail, pack, start } from './packs.js';
import { check } from './wire.js';

const configSchema = {
  type: 'object',
  properties: { max: { type: 'integer', minimum: 1, default: 5 } },
};
const index = pack({ guardrails: [guardrail('g', { checkId: 'limit', configSchema }), guardrail('plain')] });

test('a check gets config and trace, and its verdict is answered whole', async () => {
  const seen: unknown[] = [];
  const limit = (config: unknown, trace: unknown): unknown => {
    seen.push(config, trace);
    return { passed: false, reason: 'over', attributes: { by: 2 }, extra: 1 };
  };
  const service = await start({ index, checks: { limit } });
  const { json, headers } = await check(service, 'limit', { config: { max: 3 }, trace: { runId: 'r' } });
  expect(json).toEqual({
    v: 2,
    kind: 'check-result',
    result: { passed: false, reason: 'over', attributes: { by: 2 }, extra: 1 },
  });
  expect(headers['kindgi-artifact-version']).toBe('build-7');
  expect(seen).toEqual([{ max: 3 }, { runId: 'r' }]);
  expect(service.calls).toMatchObject([{ outcome: 'check-result', handler: 'finished' }]);
});

test('a boolean is a verdict, and a config is checked as it was sent, without defaults', async () => {
  const seen: unknown[] = [];
  const limit = async (config: unknown): Promise<boolean> => seen.push(config) > 0;
  const service = await start({ index, checks: { limit } });
  expect((await check(service, 'limit', { config: {} })).json).toMatchObject({ result: { passed: true } });
  expect(seen).toEqual([{}]);
});

test('a handler may stand under the id of its guardrail', async () => {
  const service = await start({ index, checks: { g: () => true } });
  expect((await check(service, 'limit', { config: {} })).json).toMatchObject({ result: { passed: true } });
});

test.each([
  ['of an unknown id', 'nothing', {}, {}, 'check-not-in-pack', 'not-started'],
  ['by the guardrail id where the check id differs', 'g', {}, {}, 'check-not-in-pack', 'not-started'],
  ['without a handler', 'plain', {}, {}, 'check-shape-invalid', 'not-started'],
  ['that did not load', 'plain', {}, { plain: new Error('x') }, 'handler-import-failed', 'not-started'],
  ['with a bad config', 'limit', { max: 0 }, { limit: () => true }, 'input-validation-failed', 'not-started'],
  ['that throws', 'plain', {}, { plain: () => Promise.reject(new Error('x')) }, 'handler-throw', 'threw'],
  [
    'without a verdict',
    'plain',
    {},
    { plain: () => ({ passed: 'yes' }) },
    'output-validation-failed',
    'finished',
  ],
  ['that returns nothing', 'plain', {}, { plain: () => undefined }, 'output-validation-failed', 'finished'],
])('a check %s is an error', async (_what, id, config, checks, code, handler) => {
  const service = await start({ index, checks });
  expect((await check(service, id, { config })).json).toMatchObject({ kind: 'error', code, checkId: id });
  expect(service.calls).toMatchObject([{ handler, outcome: code }]);
});

test('a check without a handler names the option where it is missed', async () => {
  const service = await start({ index });
  expect((await check(service, 'plain', { config: {} })).json).toMatchObject({
    code: 'check-shape-invalid',
    message: 'guardrails/plain.ts holds no check plain: the option checks has none for it',
  });
});
