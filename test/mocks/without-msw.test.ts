/** The kit as it was built, in a project that has everything but msw: all works except what needs it, which says so. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const repository = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
let project = '';

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'without-msw-'));
  const modules = join(project, 'node_modules');
  const installed = join(modules, manifest.name);
  await mkdir(installed, { recursive: true });
  // Copied, because from a link Node would look for msw beside the original.
  await cp(join(repository, 'package.json'), join(installed, 'package.json'));
  await cp(join(repository, 'dist'), join(installed, 'dist'), { recursive: true });
  for (const name of [...Object.keys(manifest.dependencies), '@types/node']) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(repository, 'node_modules', name), join(modules, name));
  }
});
afterAll(() => rm(project, { recursive: true, force: true }));

async function play(file: string, code: string): Promise<unknown> {
  await writeFile(join(project, file), code);
  const { stdout } = await run(process.execPath, [file], { cwd: project });
  return JSON.parse(stdout);
}

test('there is no msw in it', () => {
  expect(() => createRequire(join(project, 'any.js')).resolve('msw')).toThrow(/Cannot find module 'msw'/);
});

test('a service starts and answers, a script plays, and the process ends by itself', async () => {
  const told = await play(
    'kit.mjs',
    `import { createPackClient } from 'kindgi-pack-client';
    import { aToolCall, createScriptedClient, sampleIndex, sampleTools, startPackService } from 'kindgi-pack-client/mocks';
    const service = await startPackService({ index: sampleIndex, tools: sampleTools });
    const client = createPackClient({ url: service.url, token: service.token });
    const real = await client.invoke(aToolCall());
    const scripted = await createScriptedClient({ script: ['cut-body'] }).client.invoke(aToolCall());
    await client.close();
    await service.close();
    console.log(JSON.stringify([real.kind, scripted.execution]));`,
  );
  expect(told).toEqual(['result', 'may-have-run']);
});

test('what needs msw names it, also when the kit is loaded by require', async () => {
  const told = await play(
    'handlers.cjs',
    `const { packHandlers, sampleIndex, serveHandlers } = require('kindgi-pack-client/mocks');
    const messages = [];
    try { packHandlers('http://pack.test', { index: sampleIndex }); } catch (error) { messages.push(error.message); }
    serveHandlers([]).catch((error) => messages.push(error.message)).then(() => console.log(JSON.stringify(messages)));`,
  );
  const needs = 'needs msw 2, which is not installed: npm install --save-dev msw@2';
  expect(told).toEqual([`packHandlers ${needs}`, `serveHandlers ${needs}`]);
});

test('its types hold without those of msw, and are checked whole', async () => {
  await writeFile(
    join(project, 'kit.mts'),
    `import { packHandlers, sampleIndex, type RunningPackService, startPackService } from 'kindgi-pack-client/mocks';
    export const service: RunningPackService = await startPackService({ index: sampleIndex });
    export const count: number = packHandlers(service.url, { index: sampleIndex }).length;`,
  );
  const options = {
    target: 'ES2023',
    lib: ['ES2023', 'ESNext.Disposable'],
    module: 'NodeNext',
    types: ['node'],
    strict: true,
    skipLibCheck: false,
    skipDefaultLibCheck: true,
    noEmit: true,
  };
  await writeFile(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['kit.mts'] }),
  );
  const tsc = join(repository, 'node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [tsc, '-p', project]).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe('');
});
