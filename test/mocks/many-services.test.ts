/** Services are cheap to start, and nothing of them stays. */
import { expect, test } from 'vitest';
import { sampleChecks, sampleIndex, sampleTools, startPackService } from '../../mocks/index.js';
import { until } from '../until.js';
import { call, get } from './wire.js';

const leftovers = (): readonly string[] =>
  process.getActiveResourcesInfo().filter((name) => /TCP|Timeout|Interval/.test(name));

test('50 services start in one process, and leave no port, timer or handle', async () => {
  await until(() => leftovers().length === 0, 'nothing is open yet');
  const options = { index: sampleIndex, tools: sampleTools, checks: sampleChecks };
  const services = await Promise.all(Array.from({ length: 50 }, () => startPackService(options)));

  expect(new Set(services.map(({ port }) => port)).size).toBe(50);
  const statuses = services.map(async (service) => {
    const input = { invoiceId: 'inv_102' };
    return [
      (await call(service, 'acme.billing.find-invoice', input)).status,
      (await get(service, '/readyz')).status,
    ];
  });
  expect(new Set((await Promise.all(statuses)).flat())).toEqual(new Set([200]));
  expect(services.every(({ calls }) => calls.length === 1)).toBe(true);

  await Promise.all(services.map((service) => service.close()));
  expect(leftovers()).not.toContain('TCPServerWrap');
  await until(() => leftovers().length === 0, 'the callers are gone too');
});
