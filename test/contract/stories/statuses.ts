/** What a service refuses before any message: by raw requests, and through the client where it can send them. */
import { describe, expect, it } from 'vitest';
import { type Fixture, someone } from '../fixture.js';
import { callHeaders, fieldOf, type RawRequest, sendRaw } from '../raw-http.js';
import { tell, toldRefusal } from '../told.js';

/** The most that a service takes. */
const limitBytes = 10 * 1024 * 1024;

export function describeStatuses(fixture: Fixture): void {
  const { tools } = fixture.target;
  const echo = { v: 2, kind: 'invoke', tool: { id: tools.echo }, input: { value: 1 }, ctx: someone };
  const json = { 'content-type': 'application/json' };
  const refusals: readonly (readonly [number, string, RawRequest])[] = [
    [404, 'an unknown route', { path: '/v1/nothing' }],
    [404, 'a route with a slash too many', { method: 'GET', path: '/readyz/' }],
    [405, 'a call by GET, also without a token', { method: 'GET' }],
    [405, 'a probe by POST', { path: '/healthz' }],
    [405, 'a question for the info by POST', { path: '/v1/info', headers: json, body: '{}' }],
    [401, 'a call without a token, also of another type', { headers: { 'content-type': 'text/plain' } }],
    [401, 'a call with another token', { headers: { ...json, 'kindgi-pack-token': 'another' } }],
    [401, 'a question for the info without a token', { method: 'GET', path: '/v1/info' }],
  ];
  const messages: readonly (readonly [string, string, string])[] = [
    ['malformed-message', 'what is no JSON', '{"v":2,'],
    ['malformed-message', 'an empty body', ''],
    ['malformed-message', 'JSON that is no object', '[]'],
    ['malformed-message', 'a call without a tool', JSON.stringify({ ...echo, tool: {} })],
    ['malformed-message', 'a call for nobody', JSON.stringify({ ...echo, ctx: { runId: 'run-1' } })],
    ['unknown-protocol-version', 'another version', JSON.stringify({ ...echo, v: 3 })],
    ['unknown-protocol-version', 'no version', '{"kind":"invoke"}'],
    ['unexpected-message-kind', 'another kind', JSON.stringify({ ...echo, kind: 'result' })],
  ];

  describe('a raw request', () => {
    it.each(refusals)('is refused with %i: %s', async (status, _what, raw) => {
      const answer = await sendRaw(fixture.service().url, raw);
      expect(answer.status).toBe(status);
      expect(fieldOf(answer, 'error')).toEqual(expect.any(String));
    });

    it('is refused with 415 if it is no JSON', async () => {
      const headers = { ...callHeaders(fixture.service()), 'content-type': 'text/plain' };
      const answer = await sendRaw(fixture.service().url, { headers, body: JSON.stringify(echo) });
      expect(answer.status).toBe(415);
    });

    it.each(messages)('is answered %s: %s', async (code, _what, body) => {
      const headers = callHeaders(fixture.service());
      const answer = await sendRaw(fixture.service().url, { headers, body });
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ v: 2, kind: 'error', code });
    });

    it.each(['0', '-1', '1.5', 'soon', ''])(
      'with a time-out of "%s" is answered all the same',
      async (value) => {
        const headers = { ...callHeaders(fixture.service()), 'kindgi-timeout-ms': value };
        const answer = await sendRaw(fixture.service().url, { headers, body: JSON.stringify(echo) });
        expect(answer.body).toEqual({ v: 2, kind: 'result', output: 1 });
      },
    );

    it('may name its type in more words, and its token with spaces around it', async () => {
      const { token, url } = fixture.service();
      const type = 'application/json; charset=utf-8';
      const headers = { 'content-type': type, 'kindgi-pack-token': ` ${token} ` };
      const answer = await sendRaw(url, { headers, body: JSON.stringify(echo) });
      expect(answer.status).toBe(200);
      expect(answer.headers['kindgi-artifact-version']).toBe(fixture.target.index.artifactVersion);
      expect(answer.headers['kindgi-duration-ms']).toMatch(/^\d+(\.\d+)?$/);
    });
  });

  describe('a call of the client', () => {
    const call = { tool: tools.echo, input: { value: 1 }, ctx: someone };

    it('with another token ends as unauthorized', async () => {
      const outcome = await fixture.client({ token: 'another' }).invoke(call);
      expect(tell(outcome)).toEqual(toldRefusal(401, 'unauthorized'));
      expect(outcome).toMatchObject({ status: 401 });
    });

    it('to another path ends as not found', async () => {
      const outcome = await fixture.client({ url: `${fixture.service().url}/elsewhere` }).invoke(call);
      expect(tell(outcome)).toEqual(toldRefusal(404, 'not-found'));
    });

    it('with more than the service takes ends as payload-too-large, and the next one is a result', async () => {
      const client = fixture.client({ maxRequestBytes: 2 * limitBytes });
      const outcome = await client.invoke({ ...call, input: { value: 'x'.repeat(limitBytes) } });
      expect(tell(outcome)).toEqual(toldRefusal(413, 'payload-too-large'));
      expect(await client.invoke(call)).toMatchObject({ kind: 'result', output: 1 });
    });
  });
}
