/**
 * What a finished call leaves behind must not lead to the next call's: such a chain keeps all later garbage until the
 * next full collection, and cost a fifth of each call.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { startPackService } from '../../mocks/index.js';
import { anIndex } from '../../mocks/index-builder.js';

const run = promisify(execFile);
const program = fileURLToPath(new URL('./garbage-process.js', import.meta.url));

it('a finished call keeps none of the later ones in memory', async () => {
  const index = anIndex({ tools: [{ id: 'echo' }] });
  await using service = await startPackService({ index, tools: { echo: (input) => input } });
  const { stdout } = await run(process.execPath, ['--expose-gc', program, service.url, service.token]);
  // About 0; 900 and more with a chain.
  expect(Number(stdout)).toBeLessThan(500);
});
