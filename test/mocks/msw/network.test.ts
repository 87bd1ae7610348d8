/** What is mocked never reaches the network: in front of the address stands msw, behind it a server that counts. */
import { bypass, HttpResponse, http, passthrough } from 'msw';
import { setupServer } from 'msw/node';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  aToolCall,
  type HttpHandler,
  packHandlers,
  sampleIndex,
  sampleTools,
  serveHandlers,
} from '../../../mocks/index.js';
import { createPackClient } from '../../../src/index.js';
import { invokeBody } from '../wire.js';
import { startCanary } from './canary.js';

const token = 'mock-token';
const pack = { index: sampleIndex, tools: sampleTools, token };
const message = {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'kindgi-pack-token': token },
  body: invokeBody('acme.billing.find-invoice', { invoiceId: 'inv_102' }),
};

function listen(...handlers: readonly HttpHandler[]) {
  const server = setupServer(...handlers);
  server.listen({ onUnhandledRequest: 'error' });
  onTestFinished(() => server.close());
  return server;
}

function clientOf(url: string) {
  const client = createPackClient({ url, token });
  onTestFinished(() => client.close());
  return client;
}

describe('through built-in fetch', () => {
  test('every route is answered here, unknown ones too', async () => {
    const canary = await startCanary();
    listen(...packHandlers(canary.url, pack));
    const answer = await fetch(`${canary.url}/v1/invoke`, message);
    expect(await answer.json()).toMatchObject({ kind: 'result', output: { id: 'inv_102' } });
    const statuses = ['/healthz', '/readyz', '/v1/info', '/', '/v2/other?x=1'].map(async (path) => {
      const { status } = await fetch(canary.url + path, { headers: message.headers });
      return status;
    });
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 404, 404]);
    expect(canary.requests).toEqual([]);
  });

  test('a handler of the test comes first, and the pack is back after a reset', async () => {
    const canary = await startCanary();
    const server = listen(...packHandlers(canary.url, pack));
    server.use(http.post(`${canary.url}/v1/invoke`, () => new HttpResponse(null, { status: 502 })));
    expect((await fetch(`${canary.url}/v1/invoke`, message)).status).toBe(502);
    expect((await fetch(`${canary.url}/healthz`)).status).toBe(200);
    server.resetHandlers();
    expect((await fetch(`${canary.url}/v1/invoke`, message)).status).toBe(200);
    expect(canary.requests).toEqual([]);
  });
});

describe('through a client, whose connections msw does not see', () => {
  test('handlers behind a socket answer, and the address they are for is not asked', async () => {
    const canary = await startCanary();
    await using served = await serveHandlers(packHandlers(canary.url, pack));
    const outcome = await clientOf(served.url).invoke(aToolCall());
    expect(outcome).toMatchObject({ kind: 'result', output: { id: 'inv_102' } });
    expect(canary.requests).toEqual([]);
  });

  test('without that, the call goes out: this is what the canary would see', async () => {
    const canary = await startCanary();
    listen(...packHandlers(canary.url, pack));
    expect(await clientOf(canary.url).invoke(aToolCall())).toMatchObject({ status: 418 });
    expect(canary.requests).toEqual(['POST /v1/invoke']);
  });

  test.each([
    ['no handler', () => undefined],
    ['a passthrough', () => passthrough()],
  ])('%s is an answer of 404 that fails the test, and goes nowhere', async (_what, resolver) => {
    const canary = await startCanary();
    const served = await serveHandlers([http.all(`${canary.url}/*`, resolver)]);
    const outcome = await clientOf(served.url).invoke(aToolCall());
    expect(outcome).toMatchObject({ kind: 'transport', reason: 'not-found', execution: 'did-not-run' });
    expect(served.unhandled).toEqual(['POST /v1/invoke']);
    await expect(served.close()).rejects.toThrow('A request found no handler: POST /v1/invoke');
    expect(canary.requests).toEqual([]);
  });

  test('a request that asks to bypass msw is answered by the handlers', async () => {
    const canary = await startCanary();
    await using served = await serveHandlers(packHandlers(canary.url, pack));
    const answer = await fetch(bypass(`${served.url}/v1/invoke`, message));
    expect(await answer.json()).toMatchObject({ kind: 'result' });
    expect(canary.requests).toEqual([]);
  });
});
