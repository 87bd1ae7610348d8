/** The library as it was built, in a project that lacks `@opentelemetry/api`: calls work, and only `./otel` needs it. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const repository = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
let project = '';

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'without-otel-'));
  const modules = join(project, 'node_modules');
  const installed = join(modules, manifest.name);
  await mkdir(installed, { recursive: true });
  // Copied, because from a link Node would look for the package beside the original.
  await cp(join(repository, 'package.json'), join(installed, 'package.json'));
  await cp(join(repository, 'dist'), join(installed, 'dist'), { recursive: true });
  for (const name of Object.keys(manifest.dependencies)) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(repository, 'node_modules', name), join(modules, name));
  }
});
afterAll(() => rm(project, { recursive: true, force: true }));

it('is not there', () => {
  const { resolve } = createRequire(join(project, 'any.js'));
  expect(() => resolve('@opentelemetry/api')).toThrow(/Cannot find module/);
});

it('a call is sent without a header, also when another copy of the API has been registered', async () => {
  await writeFile(
    join(project, 'call.mjs'),
    `import { createPackClient } from 'kindgi-pack-client';
    import { aToolCall, sampleIndex, sampleTools, startPackService } from 'kindgi-pack-client/mocks';
    const service = await startPackService({ index: sampleIndex, tools: sampleTools });
    const client = createPackClient({ url: service.url, token: service.token });
    const kinds = [(await client.invoke(aToolCall())).kind];
    globalThis[Symbol.for('opentelemetry.js.api.1')] = { version: '1.9.0' };
    kinds.push((await client.invoke(aToolCall())).kind);
    const entry = await import('kindgi-pack-client/otel').catch((error) => error.code);
    const headers = service.calls.map(({ headers }) => headers.traceparent ?? 'none');
    await client.close();
    await service.close();
    console.log(JSON.stringify({ kinds, headers, entry }));`,
  );
  const { stdout } = await run(process.execPath, ['call.mjs'], { cwd: project });
  expect(JSON.parse(stdout)).toEqual({
    kinds: ['result', 'result'],
    headers: ['none', 'none'],
    entry: 'ERR_MODULE_NOT_FOUND',
  });
});
