/** Faults of secrecy in what a caller passes: values named in usage errors, and tokens that fit no header. */
import { describe, expect, it } from 'vitest';
import { createPackClient } from '../../src/index.js';
import { good } from '../faults/answers.js';
import { canaries, leaksIn, recordingLogger, secretCaller, secretClient, secretContext } from './canaries.js';
import { call, clientOf, serve, thrownBy, untyped } from './set-up.js';

describe('a usage error names no value', () => {
  const { input, ctx } = secretCaller(recordingLogger(), () => undefined);
  const cycle: Record<string, unknown> = { input };
  cycle['self'] = cycle;
  const calls: readonly (readonly [string, object])[] = [
    ['input that is a cycle', { ...call, input: cycle, ctx }],
    ['input with a bigint', { ...call, input: { input, n: 1n }, ctx }],
    ['input whose toJSON throws', { ...call, input: { toJSON: () => fail(canaries.join()) }, ctx }],
    ['an unknown field of the context', { ...call, input, ctx: { ...secretContext, password: canaries[0] } }],
    ['an env that is no object', { ...call, input, ctx: { ...ctx, env: canaries[5] } }],
    ['no input', { tool: 'test.tool', ctx }],
  ];

  it.each(calls)('%s', async (_what, wrong) => {
    const service = await serve({ onRequest: good });
    const client = clientOf(service.url, secretClient);
    const error: unknown = await client.invoke(untyped(wrong)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'PackUsageError' });
    expect(leaksIn(error)).toEqual([]);
    expect(service.connections).toBe(0);
  });
});

describe('a token', () => {
  const token = secretClient.token;

  it.each([`${token}\n`, `${token}\r\n`, ` ${token}\t`])('is trimmed: %j', async (given) => {
    const service = await serve({ onRequest: good });
    expect(await clientOf(service.url, { token: given }).invoke(call)).toMatchObject({ kind: 'result' });
    expect(await clientOf(service.url, { token: () => given }).invoke(call)).toMatchObject({
      kind: 'result',
    });
    expect(service.requests.map(({ headers }) => headers['kindgi-pack-token'])).toEqual([token, token]);
  });

  it.each(['', ' \n', `${token}\n${token}`, `${token}\r\nx: y`, `${token} x`, `${token}é`, `${token}\0`])(
    'is refused where the client is made, and its value not told: %j',
    (given) => {
      const error = thrownBy(() => createPackClient({ url: 'http://127.0.0.1:1', token: given }));
      expect(error).toMatchObject({ name: 'PackUsageError', issues: [{ path: 'token' }] });
      expect(leaksIn(error)).toEqual([]);
    },
  );
});

function fail(text: string): never {
  throw new Error(text);
}
