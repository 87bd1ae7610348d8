/** What is logged of replicas: that one cools down, is back, or is given fewer calls at once. */
import { describe, expect, it } from 'vitest';
import { aToolCall } from '../../mocks/index.js';
import { answer, good, inTurn } from '../faults/answers.js';
import { clientOf as rawClientOf, serve } from '../regressions/set-up.js';
import { until } from '../until.js';
import { clientOf, keepRecords, startSample } from './set-up.js';

const fewTries = { maxAttempts: 2, minDelayMs: 1, maxDelayMs: 2 };

describe('a replica that cools down is logged', () => {
  it('with what the service said, and again when it is back', async () => {
    const service = await startSample();
    const logger = keepRecords();
    const client = clientOf(service, { logger });
    await service.fail('draining', { times: 1, retryAfter: 0 });
    expect(await client.invoke(aToolCall())).toMatchObject({ kind: 'result', attempts: [{}, {}] });
    const replica = service.url;
    expect(logger.of('pack.replica-cooling')).toEqual([
      {
        event: 'pack.replica-cooling',
        replica,
        verdict: 'unavailable',
        status: 503,
        detail: 'draining',
        coolingMs: 500,
      },
    ]);
    expect(logger.of('pack.replica-recovered')).toEqual([{ event: 'pack.replica-recovered', replica }]);
    const told = logger.kept.filter(({ fields }) => String(fields['event']).startsWith('pack.replica'));
    expect(told.map(({ level }) => level)).toEqual(['warn', 'info']);
  });

  it('when no connection can be opened, once for calls that fail together', async () => {
    const service = await startSample();
    const logger = keepRecords();
    const client = clientOf(service, { logger, retry: false });
    await service.fail('refuse');
    await Promise.all(Array.from({ length: 5 }, () => client.invoke(aToolCall())));
    expect(logger.of('pack.replica-cooling')).toEqual([
      { event: 'pack.replica-cooling', replica: service.url, verdict: 'unreachable', coolingMs: 500 },
    ]);
    await service.clearFaults();
    expect(await client.invoke(aToolCall())).toMatchObject({ kind: 'result' });
    expect(logger.of('pack.replica-recovered')).toHaveLength(1);
  });

  it('when a platform in front says a bare 503', async () => {
    const service = await serve({ onRequest: inTurn((wire) => wire.send(answer(503)), good) });
    const logger = keepRecords();
    const client = rawClientOf(service.url, { logger, retry: fewTries });
    expect(await client.invoke(aToolCall())).toMatchObject({ reason: 'unexpected-status' });
    expect(logger.of('pack.replica-cooling')).toMatchObject([{ verdict: 'unexpected-status', status: 503 }]);
  });
});

describe('a limit that is lowered is logged', () => {
  it('with what it was before', async () => {
    const service = await startSample({ maxConcurrency: 2 });
    const logger = keepRecords();
    const client = clientOf(service, { logger, maxConcurrency: 8 });
    const call = aToolCall({ tool: 'acme.billing.export-ledger', input: { year: 2026, workMs: 30 } });
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => client.invoke(call)));
    expect(outcomes.every(({ kind }) => kind === 'result')).toBe(true);
    const [first, ...more] = logger.of('pack.limit-lowered');
    expect(first).toEqual({
      event: 'pack.limit-lowered',
      replica: service.url,
      limit: expect.any(Number),
      previous: 8,
    });
    for (const { limit, previous } of [first, ...more].map((fields) => ({ ...fields }) as const)) {
      expect(Number(limit)).toBeLessThan(Number(previous));
    }
    expect(logger.of('pack.replica-cooling')).toEqual([]);
  });

  it('but not where it is one already', async () => {
    const service = await startSample();
    const logger = keepRecords();
    const client = clientOf(service, { logger, maxConcurrency: 1 });
    await service.fail('overloaded', { times: 2, retryAfter: 0 });
    expect(await client.invoke(aToolCall())).toMatchObject({ attempts: [{}, {}, {}] });
    expect(logger.of('pack.limit-lowered')).toEqual([]);
  });
});

it('good calls tell nothing of replicas', async () => {
  const service = await startSample();
  const logger = keepRecords();
  const client = clientOf(service, { logger });
  await Promise.all(Array.from({ length: 20 }, () => client.invoke(aToolCall())));
  const events = new Set(logger.kept.map(({ fields }) => fields['event']));
  expect(events).toEqual(new Set(['pack.attempt', 'pack.call']));
});

it('a logger that wants no warnings is not given any', async () => {
  const service = await startSample();
  const logger = { ...keepRecords(), isLevelEnabled: () => false };
  const client = clientOf(service, { logger, retry: fewTries });
  await service.fail('draining', { times: 1, retryAfter: 0 });
  await until(async () => (await client.invoke(aToolCall())).kind === 'result', 'it is back');
  expect(logger.kept).toEqual([]);
});
