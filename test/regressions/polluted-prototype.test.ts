/** What somebody put on `Object.prototype` is no option of a caller's, and nothing that is sent. */
import { describe, expect, it } from 'vitest';
import type { PackClient } from '../../src/index.js';
import { answer, goodAnswer, infoAnswer, message, unavailable } from '../faults/answers.js';
import type { SeenRequest } from '../faults/raw-service.js';
import { call, clientOf, serve } from './set-up.js';

/** Runs with a field on every object's prototype, as a careless merge leaves it. */
async function polluted<Value>(name: string, value: unknown, run: () => Promise<Value>): Promise<Value> {
  Object.defineProperty(Object.prototype, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  try {
    return await run();
  } finally {
    Reflect.deleteProperty(Object.prototype, name);
  }
}

/** A refusal first, so that each call is tried twice; then a good answer of its kind. */
function startService() {
  const seen = new Set<string | undefined>();
  return serve({
    onRequest(wire, { headers, path }) {
      const id = headers['kindgi-request-id'];
      if (path === '/v1/info') wire.send(infoAnswer);
      else if (!seen.has(id)) wire.send(unavailable('not ready'));
      else
        wire.send(id === 'check' ? message({ kind: 'check-result', result: { passed: true } }) : goodAnswer);
      seen.add(id);
    },
  });
}

/** What a request said, without what differs from one run to the next. */
function told({ method, path, headers, body }: SeenRequest) {
  return { method, path, headers: { ...headers, host: '', 'kindgi-timeout-ms': '' }, body: body.toString() };
}

async function talk(client: PackClient) {
  const outcomes = [
    await client.invoke({ ...call, ctx: { ...call.ctx, requestId: 'without options' } }),
    await client.invoke(call, { requestId: 'with options', retry: { minDelayMs: 1 } }),
    await client.invoke({ ...call, tool: { id: 't' } }, { requestId: 'tool as an object' }),
    await client.check({ check: 'c', trace: { runId: 'r' } }, { requestId: 'check' }),
    await client.info(),
  ];
  return outcomes.map(({ kind, attempts }) => [kind, attempts.map(({ verdict }) => verdict)]);
}

const fields: readonly (readonly [string, unknown])[] = [
  ['foo', 1],
  ['authorization', 'x'],
  ['timeoutMs', 1],
  ['answerGraceMs', -1],
  ['maxConcurrency', 'many'],
  ['maxAttempts', 1],
  ['maxResponseBytes', 1],
  ['retry', false],
  ['readOnly', true],
  ['safeStatuses', [500]],
  ['validateInput', true],
  ['index', {}],
  ['logger', 'none'],
  ['graceMs', 'x'],
  ['retryAfterMs', 1],
  ['cookie', 'x'],
  ['version', '9.9.9'],
  ['config', { from: 'elsewhere' }],
  ['runId', 'not mine'],
  ['query', { a: 'b' }],
  ['upgrade', 'websocket'],
  // Of a call and its options.
  ['requestId', 'not mine'],
  ['traceparent', `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`],
  ['tenantId', 'not mine'],
  ['projectId', 'not mine'],
  ['orgId', 'not mine'],
  ['idempotencyKey', 'not mine'],
  ['env', { A: 'b' }],
  ['secrets', { a: 'b' }],
  ['settings', { a: {} }],
  ['connections', { a: {} }],
  // Of what is asked of undici and of sockets.
  ['headersTimeout', 1],
  ['bodyTimeout', 1],
  ['reset', true],
  ['expectContinue', true],
  ['throwOnError', true],
  ['maxRedirections', 1],
  ['idempotent', true],
  ['servername', 'elsewhere.invalid'],
  ['socketPath', '/nowhere'],
  ['localAddress', '192.0.2.1'],
  ['maxResponseSize', 1],
  ['maxHeaderSize', 1],
  ['maxRequestsPerClient', 1],
  ['interceptors', {}],
  ['clientTtl', 1],
  // Of answers and what is made of them.
  ['content-encoding', 'gzip'],
  ['transfer-encoding', 'gzip'],
  ['kindgi-artifact-version', 'not mine'],
  ['kindgi-duration-ms', '7'],
  ['kind', 'error'],
  ['code', 'handler-throw'],
  ['status', 500],
  ['detail', 'missing env'],
  ['ended', true],
];

describe('a field on Object.prototype changes neither what is sent nor what comes of it', () => {
  it.each(fields)('%s', async (name, value) => {
    const retry = { minDelayMs: 1, maxDelayMs: 2 };
    const cleanService = await startService();
    const clean = await talk(clientOf(cleanService.url, { retry }));
    const service = await startService();
    const dirty = await polluted(name, value, async () => {
      const client = clientOf(service.url, { retry });
      const seen = await talk(client);
      await client.close({});
      return seen;
    });
    expect(dirty).toEqual(clean);
    const ids = ({ headers }: SeenRequest) => headers['kindgi-request-id'];
    const calls = (requests: readonly SeenRequest[]) =>
      requests.filter(({ path }) => path !== '/v1/info').map(told);
    expect(calls(service.requests)).toEqual(calls(cleanService.requests));
    expect(service.requests.map(ids)).toHaveLength(cleanService.requests.length);
  });
});

it('a Retry-After on Object.prototype makes no bare 503 safe to send again', async () => {
  const service = await serve({ onRequest: (wire) => wire.send(answer(503)) });
  const outcome = await polluted('retry-after', '0', async () => {
    const client = clientOf(service.url, {});
    const ended = await client.invoke(call);
    await client.close({});
    return ended;
  });
  expect(outcome).toMatchObject({ reason: 'unexpected-status', execution: 'may-have-run' });
  expect(service.requests).toHaveLength(1);
});
