/** Faults of checking input here: outside the deadline, deaf to a cancel, or going on after the client was closed. */
import { expect, it } from 'vitest';
import { anIndex } from '../../mocks/index.js';
import { good } from '../faults/answers.js';
import { heldResources, resourcesFreed } from '../stages/leftovers.js';
import { call, clientOf, serve } from './set-up.js';

/** Takes longer, the longer the text; a text that ends in `!` never fits. */
const slowPattern = '^(a|aa)+$';
const index = anIndex({
  tools: [
    {
      id: 'test.tool',
      input: { type: 'object', properties: { text: { type: 'string', pattern: slowPattern } } },
    },
  ],
});

const misfit = { ...call, input: { text: 'no!' } };

/** A text that takes this machine at least so long to refuse. */
function slowText(leastMs: number): string {
  const pattern = new RegExp(slowPattern, 'u');
  for (let length = 20; ; length += 1) {
    const text = `${'a'.repeat(length)}!`;
    const startedMs = performance.now();
    pattern.test(text);
    if (performance.now() - startedMs >= leastMs) return text;
  }
}

async function setUp() {
  const service = await serve({ onRequest: good });
  const client = clientOf(service.url, { index, validateInput: true });
  return { service, client };
}

it('a misfit is refused here, and nothing is sent', async () => {
  const { service, client } = await setUp();
  expect(await client.invoke(misfit)).toMatchObject({ code: 'input-validation-failed', local: true });
  expect(service.connections).toBe(0);
});

it('a check that outlasts the deadline ends the call as late, whatever it found', async () => {
  const { service, client } = await setUp();
  const text = slowText(200);
  expect(await client.invoke({ ...call, input: { text } }, { timeoutMs: 10 })).toMatchObject({
    reason: 'deadline-exceeded',
    execution: 'did-not-run',
    stopped: 'deadline',
    attempts: [],
  });
  expect(service.connections).toBe(0);
});

it('a call that is cancelled while it is checked ends as cancelled', async () => {
  const { service, client } = await setUp();
  const controller = new AbortController();
  const cancelled = client.invoke(misfit, { signal: controller.signal });
  controller.abort('enough');
  expect(await cancelled).toMatchObject({ reason: 'cancelled', cause: 'enough', execution: 'did-not-run' });
  expect(service.connections).toBe(0);
});

it('a call that was cancelled before is not even checked', async () => {
  const { client } = await setUp();
  const signal = AbortSignal.abort('before');
  expect(await client.invoke(misfit, { signal })).toMatchObject({ reason: 'cancelled', cause: 'before' });
});

it('a client that closes while a call is checked ends it as closed, and leaves nothing', async () => {
  const before = heldResources();
  const service = await serve({ onRequest: good });
  const client = clientOf(service.url, { index, validateInput: true });
  const closed = client.invoke(misfit);
  await client.close({ graceMs: 60_000 });
  expect(await closed).toMatchObject({ reason: 'closed', execution: 'did-not-run', attempts: [] });
  expect(service.connections).toBe(0);
  await service.close();
  await resourcesFreed(before);
});
