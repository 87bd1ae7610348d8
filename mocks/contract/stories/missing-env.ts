/** A service that lacks a part of its own environment: under `strict` it takes no calls, under `warn` it does. */
import assert from 'node:assert/strict';
import { assertHas } from '../assert-has.js';
import { type StoryStage, someone } from '../stage.js';
import { group, type Story } from '../story.js';
import { tell, toldGood, toldRefusal } from '../told.js';

export const missingEnvStories: readonly Story[] = group(
  'a service that lacks a required name',
  {
    name: 'takes no calls under strict, and names it',
    async run(stage) {
      const { client, missingEnv } = await start(stage, 'strict');
      const told = { detail: 'missing env', missingEnv, status: 503 };
      const outcome = await client.invoke(readCall(stage));
      assert.deepEqual(tell(outcome), toldRefusal(503, 'unavailable'));
      assertHas(outcome, { ...told, retryAfterMs: stage.retryAfter.ms });
      assertHas(await client.ready(), { ready: false, replicas: [{ ...told, state: 'missing-env' }] });
      assertHas(await client.health(), { ready: true });
      await staysNamed(stage, client, missingEnv);
    },
  },
  {
    name: 'takes calls under warn, and still names it',
    async run(stage) {
      const { client, missingEnv } = await start(stage, 'warn');
      assert.deepEqual(tell(await client.invoke(readCall(stage))), toldGood('result'));
      assertHas(await client.ready(), { ready: true, replicas: [{ state: 'ready', status: 200 }] });
      await staysNamed(stage, client, missingEnv);
    },
  },
);

const readCall = ({ tools }: StoryStage) => ({ tool: tools.read, input: { text: 'x' }, ctx: someone });

/** A service with the first of its required names alone; an empty value is as good as none. */
async function start(stage: StoryStage, envCheck: 'strict' | 'warn') {
  const [present, ...missingEnv] = stage.target.index.env?.required ?? [];
  assert.ok(present !== undefined && missingEnv.length > 0, 'the index requires at least two names');
  const empty = Object.fromEntries(missingEnv.map((name) => [name, '']));
  const { url, token } = await stage.start({ envCheck, env: { [present]: 'set', ...empty } });
  return { client: stage.client({ url, token }), missingEnv };
}

async function staysNamed(
  { target: { index } }: StoryStage,
  client: ReturnType<StoryStage['client']>,
  missingEnv: readonly string[],
): Promise<void> {
  assertHas(await client.info(), { kind: 'info', info: { missingEnv } });
  const findings = missingEnv.map((subject) => ({ code: 'env-missing', severity: 'error', subject }));
  assertHas(await client.reconcile({ index }), { ok: false, findings });
}
