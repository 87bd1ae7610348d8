/** `info()` meets a token that was replaced meanwhile as a call does: it asks once more with the new one. */
import { afterEach, expect, it } from 'vitest';
import { type RunningPackService, sampleIndex, sampleTools, startPackService } from '../../mocks/index.js';
import { createPackClient } from '../../src/index.js';

let service: RunningPackService;
afterEach(() => service.close());

async function ask(tokens: readonly string[]) {
  service = await startPackService({ index: sampleIndex, tools: sampleTools, token: 'new' });
  let asked = 0;
  const token = () => tokens[Math.min(asked++, tokens.length - 1)] ?? '';
  await using client = createPackClient({ url: service.url, token });
  return await client.info();
}

it('a token function with a new value gets its info', async () => {
  const outcome = await ask(['old', 'new']);
  expect(outcome).toMatchObject({ kind: 'info', execution: 'ran', stopped: 'answered' });
  expect(outcome.attempts.map(({ verdict, status }) => [verdict, status])).toEqual([
    ['unauthorized', 401],
    ['info', 200],
  ]);
});

it('one with the same value is not asked for a third time', async () => {
  const outcome = await ask(['old']);
  expect(outcome).toMatchObject({ reason: 'unauthorized', status: 401, stopped: 'not-retryable' });
  expect(outcome.attempts).toHaveLength(1);
});

it('a second refused value ends it', async () => {
  const outcome = await ask(['old', 'older', 'new']);
  expect(outcome).toMatchObject({ reason: 'unauthorized', status: 401 });
  expect(outcome.attempts).toHaveLength(2);
});
