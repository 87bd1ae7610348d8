/** What a service refuses before any message: by raw requests, and through the client where it can send them. */
import assert from 'node:assert/strict';
import { assertHas } from '../assert-has.js';
import { callHeaders, fieldOf, type RawRequest, sendRaw } from '../raw-http.js';
import { type StoryStage, someone } from '../stage.js';
import { group, type Story } from '../story.js';
import { tell, toldRefusal } from '../told.js';

/** The most that a service takes. */
const limitBytes = 10 * 1024 * 1024;

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

const rawStories = group(
  'a raw request',
  ...refusals.map(([status, what, raw]) => ({
    name: `is refused with ${status}: ${what}`,
    async run({ service }: StoryStage) {
      const answer = await sendRaw(service.url, raw);
      assert.equal(answer.status, status);
      assert.equal(typeof fieldOf(answer, 'error'), 'string', 'the body names an error');
    },
  })),
  {
    name: 'is refused with 415 if it is no JSON',
    async run({ service }) {
      const headers = { ...callHeaders(service), 'content-type': 'text/plain' };
      const answer = await sendRaw(service.url, { headers, body: '{}' });
      assert.equal(answer.status, 415);
    },
  },
);

const clientStories = group(
  'a call of the client',
  {
    name: 'with another token ends as unauthorized',
    async run({ client, tools }) {
      const call = { tool: tools.echo, input: { value: 1 }, ctx: someone };
      const outcome = await client({ token: 'another' }).invoke(call);
      assert.deepEqual(tell(outcome), toldRefusal(401, 'unauthorized'));
      assertHas(outcome, { status: 401 });
    },
  },
  {
    name: 'to another path ends as not found',
    async run({ client, service, tools }) {
      const call = { tool: tools.echo, input: { value: 1 }, ctx: someone };
      const outcome = await client({ url: `${service.url}/elsewhere` }).invoke(call);
      assert.deepEqual(tell(outcome), toldRefusal(404, 'not-found'));
    },
  },
  {
    name: 'with more than the service takes ends as payload-too-large, and the next one is a result',
    async run(stage) {
      const client = stage.client({ maxRequestBytes: 2 * limitBytes });
      const call = { tool: stage.tools.echo, input: { value: 1 }, ctx: someone };
      const outcome = await client.invoke({ ...call, input: { value: 'x'.repeat(limitBytes) } });
      assert.deepEqual(tell(outcome), toldRefusal(413, 'payload-too-large'));
      assertHas(await client.invoke(call), { kind: 'result', output: 1 });
    },
  },
);

export const statusStories: readonly Story[] = [...rawStories, ...clientStories];
