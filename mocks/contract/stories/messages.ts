/** What a service makes of bodies and headers that no client of ours sends. */
import assert from 'node:assert/strict';
import { assertHas } from '../assert-has.js';
import { callHeaders, sendRaw } from '../raw-http.js';
import { type StoryStage, someone } from '../stage.js';
import { group, type Story } from '../story.js';

const echoOf = (tool: string) => ({
  v: 2,
  kind: 'invoke',
  tool: { id: tool },
  input: { value: 1 },
  ctx: someone,
});

/** Code, what is sent, and how it is made of a good message. */
const wrong: readonly (readonly [string, string, (good: object) => string])[] = [
  ['malformed-message', 'what is no JSON', () => '{"v":2,'],
  ['malformed-message', 'an empty body', () => ''],
  ['malformed-message', 'JSON that is no object', () => '[]'],
  ['malformed-message', 'a call without a tool', (good) => JSON.stringify({ ...good, tool: {} })],
  ['malformed-message', 'a call for nobody', (good) => JSON.stringify({ ...good, ctx: { runId: 'run-1' } })],
  ['unknown-protocol-version', 'another version', (good) => JSON.stringify({ ...good, v: 3 })],
  ['unknown-protocol-version', 'no version', () => '{"kind":"invoke"}'],
  ['unexpected-message-kind', 'another kind', (good) => JSON.stringify({ ...good, kind: 'result' })],
];

export const messageStories: readonly Story[] = group(
  'a raw message',
  ...wrong.map(([code, what, bodyOf]) => ({
    name: `is answered ${code}: ${what}`,
    async run({ service, tools }: StoryStage) {
      const body = bodyOf(echoOf(tools.echo));
      const answer = await sendRaw(service.url, { headers: callHeaders(service), body });
      assert.equal(answer.status, 200);
      assertHas(answer.body, { v: 2, kind: 'error', code });
    },
  })),
  ...['0', '-1', '1.5', 'soon', ''].map((timeout) => ({
    name: `with a time-out of "${timeout}" is answered all the same`,
    async run({ service, tools }: StoryStage) {
      const headers = { ...callHeaders(service), 'kindgi-timeout-ms': timeout };
      const answer = await sendRaw(service.url, { headers, body: JSON.stringify(echoOf(tools.echo)) });
      assert.deepEqual(answer.body, { v: 2, kind: 'result', output: 1 });
    },
  })),
  {
    name: 'may name its type in more words, and its token with spaces around it',
    async run({ service, target, tools }) {
      const type = 'application/json; charset=utf-8';
      const headers = { 'content-type': type, 'kindgi-pack-token': ` ${service.token} ` };
      const answer = await sendRaw(service.url, { headers, body: JSON.stringify(echoOf(tools.echo)) });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['kindgi-artifact-version'], target.index.artifactVersion);
      assert.match(String(answer.headers['kindgi-duration-ms']), /^\d+(\.\d+)?$/);
    },
  },
);
