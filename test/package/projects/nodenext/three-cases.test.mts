import { createPackClient } from 'kindgi-pack-client';
import {
  aToolCall,
  createPackHandlers,
  sampleIndex,
  sampleTools,
  serveHandlers,
  startPackService,
} from 'kindgi-pack-client/mocks';
import 'kindgi-pack-client/mocks/vitest';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';

const charge = aToolCall({
  tool: 'acme.billing.charge-card',
  input: { invoiceId: 'inv_102', amountCents: 4_950 },
});

test('a full service is asked again, and the card is charged once', async () => {
  await using service = await startPackService({ index: sampleIndex, tools: sampleTools });
  await using client = createPackClient({ url: service.url, token: service.token });
  await service.fail('overloaded', { times: 1, retryAfter: 0 });
  expect(await client.invoke(charge)).toHaveRun();
  expect(service.calls.map(({ handler }) => handler)).toEqual(['not-started', 'finished']);
});
test('a charge whose answer was lost is not sent again; a lookup is not concerned', async () => {
  await using service = await startPackService({ index: sampleIndex, tools: sampleTools });
  await using client = createPackClient({ url: service.url, token: service.token });
  await service.fail('cut-body', { when: ({ message }) => message?.tool?.id === 'acme.billing.charge-card' });
  expect(await client.invoke(aToolCall())).toHaveRun();
  expect(await client.invoke(charge)).not.toBeSafeToRetry();
  expect(service.calls).toHaveLength(2);
});
test('a handler of the test comes before those of the pack', async () => {
  const pack = createPackHandlers('http://pack.test', {
    index: sampleIndex,
    tools: sampleTools,
    token: 'secret',
  });
  const lost = http.post('http://pack.test/v1/invoke', () => HttpResponse.error(), { once: true });
  await using served = await serveHandlers([lost, ...pack.handlers]);
  await using client = createPackClient({ url: served.url, token: 'secret' });
  expect(await client.invoke(charge)).toMatchObject({ reason: 'connection-lost' });
});
