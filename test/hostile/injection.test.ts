/**
 * What a caller passes can end no header line, begin no other, and change neither path nor framing: for every id, for
 * any text, the service reads one request, with exactly the headers that every call has.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CallContext, type CallOptions, createPackClient, PackUsageError } from '../../src/index.js';
import { good, message } from '../faults/answers.js';
import { call, clientOf, serve, thrownBy } from '../regressions/set-up.js';

const nasty = [
  'a\r\nx-injected: 1',
  'a\nx-injected: 1',
  'a\rx-injected: 1',
  'a\r\n\r\nPOST /v1/invoke HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n',
  'a\0b',
  'a\u2028b\u2029c\u0085d',
  // As Latin-1 the low bytes of these are CR and LF.
  '\u010d\u010a\u560d\u560a',
  '\ud800',
  'a\udc00b',
  '%0d%0a',
  ' a ',
  '\t',
  '💥'.repeat(100),
  '\u007f\u0080\u00ff',
];
const text = fc.oneof(fc.constantFrom(...nasty), fc.string({ unit: 'binary', maxLength: 40 }));

const names = [
  'accept',
  'accept-encoding',
  'connection',
  'content-length',
  'content-type',
  'host',
  'kindgi-pack-token',
  'kindgi-protocol',
  'kindgi-request-id',
  'kindgi-run-id',
  'kindgi-timeout-ms',
  'user-agent',
];

describe('an id', () => {
  it('of any text is one header’s value, and can be read back', async () => {
    const service = await serve({ onRequest: good });
    const client = clientOf(service.url);
    await fc.assert(
      fc.asyncProperty(text, text, text, text, async (runId, requestId, tenantId, tool) => {
        fc.pre(runId !== '' && tenantId !== '' && tool !== '' && requestId !== '');
        const before = service.requests.length;
        const ctx: CallContext = {
          tenantId,
          runId,
          orgId: tool,
          projectId: runId,
          idempotencyKey: requestId,
        };
        const outcome = await client.invoke({ tool, input: requestId, ctx }, { requestId });
        expect(outcome).toMatchObject({ kind: 'result', requestId });
        expect(service.requests).toHaveLength(before + 1);
        const seen = service.requests[before];
        expect(Object.keys(seen?.headers ?? {}).sort()).toEqual(names);
        expect(seen?.path).toBe('/v1/invoke');
        expect(decodeURIComponent(seen?.headers['kindgi-run-id'] ?? '')).toBe(runId.toWellFormed());
        expect(decodeURIComponent(seen?.headers['kindgi-request-id'] ?? '')).toBe(requestId.toWellFormed());
        expect(JSON.parse(seen?.body ?? '')).toMatchObject({ tool: { id: tool }, ctx });
      }),
      { numRuns: 300 },
    );
  });

  it('of a check or of its trace is one header’s value too', async () => {
    const service = await serve({
      onRequest: (wire) => wire.send(message({ kind: 'check-result', result: { passed: true } })),
    });
    const client = clientOf(service.url);
    for (const id of nasty) {
      await client.check({ check: id, trace: { runId: id } });
      await client.check({ check: { id }, trace: {}, runId: id });
    }
    expect(service.requests).toHaveLength(2 * nasty.length);
    for (const [at, { headers }] of service.requests.entries()) {
      expect(Object.keys(headers).sort()).toEqual(names);
      expect(decodeURIComponent(headers['kindgi-run-id'] ?? '')).toBe(
        nasty[Math.floor(at / 2)]?.toWellFormed(),
      );
    }
  });
});

it('a traceparent is one, or the call is refused unsent', async () => {
  const service = await serve({ onRequest: good });
  const client = clientOf(service.url);
  const right = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  for (const wrong of [
    ...nasty,
    ...nasty.map((each) => right + each),
    `${right}\n`,
    `${right}\r\nx: y`,
    `\n${right}`,
  ]) {
    await expect(client.invoke(call, { traceparent: wrong })).rejects.toThrow(PackUsageError);
  }
  expect(service.connections).toBe(0);
  await client.invoke(call, { traceparent: right });
  expect(service.requests[0]?.headers['traceparent']).toBe(right);
});

describe('a credential', () => {
  const wrong = [...nasty.slice(0, 9), 'a\r\n b', 'é', '\u0001', '', 'x'.repeat(100_000)];

  it.each(['token', 'authorization'])('%s that a function gives: sent whole, or not at all', async (name) => {
    for (const value of wrong) {
      const service = await serve({ onRequest: good });
      for (const give of [() => value, async () => value]) {
        const client = clientOf(service.url, { [name]: give });
        expect(await client.invoke(call)).toMatchObject({
          reason: 'unauthorized',
          execution: 'did-not-run',
        });
        expect(await client.info()).toMatchObject({ reason: 'unauthorized', execution: 'did-not-run' });
      }
      expect(service.connections).toBe(0);
    }
  });

  it.each(['token', 'authorization'])('%s that is fixed: refused where the client is made', (name) => {
    for (const value of wrong) {
      const options = { url: 'http://127.0.0.1:1', token: 'test-token', [name]: value };
      expect(thrownBy(() => createPackClient(options))).toBeInstanceOf(PackUsageError);
    }
  });
});

it.each([
  'http://127.0.0.1:1/a b',
  'http://127.0.0.1:1/%0d%0ax: y',
  'http://127.0.0.1:1/a\r\nx: y',
  'http://127.0.0.1:1/\u560d\u560a',
  'http://127.0.0.1:1//evil.invalid/x',
])('an address cannot break out of the request line: %j', async (address) => {
  const service = await serve({ onRequest: good });
  const url = address.replace(':1/', `:${service.port}/`);
  await clientOf(url).invoke(call);
  const [request] = service.requests;
  expect(request?.raw.split('\r\n')[0]).toMatch(/^POST [\x21-\x7e]+\/v1\/invoke HTTP\/1\.1$/);
  expect(Object.keys(request?.headers ?? {}).sort()).toEqual(names);
});

it('no option of a call can be a header', async () => {
  const service = await serve({ onRequest: good });
  const client = clientOf(service.url);
  const options: CallOptions & { headers: object } = { headers: { 'x-injected': '1' } };
  await expect(client.invoke(call, options)).rejects.toThrow(PackUsageError);
  expect(service.connections).toBe(0);
});
