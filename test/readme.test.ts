/**
 * The README and the pages of docs/ are code too: every `ts` block is type-checked against the built declarations and
 * run as a process of its own against the embedded service, every `sh` block that calls the command is run, and so is
 * every command that a `yaml` block gives to a container. Blocks that install something are left to those who do.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningPackService, sampleIndex } from '../mocks/index.js';
import { quotedTable, tableToQuote } from './bench/quote.js';
import { compileProblems } from './compiled.js';
import { startSampleService } from './sample-service.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, '.cache', 'readme');
const readme = await readFile(join(root, 'README.md'), 'utf8');

const operating = await readFile(join(root, 'docs/operating.md'), 'utf8');

const blocks = [readme, operating].flatMap((page) =>
  [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map((match) => {
    const [, language = '', code = ''] = match;
    const heading = /.*^## (.*?)$/ms.exec(page.slice(0, match.index))?.[1] ?? '';
    return { language, code, heading };
  }),
);
/** Named after their sections, so that a block that comes or goes renames no other. */
const programs = blocks
  .filter(({ language }) => language === 'ts')
  .map(({ code, heading }) => ({ name: heading.toLowerCase().replaceAll(' ', '-'), code }));
const shells = blocks
  .filter(({ language, code }) => language === 'sh' && code.includes('npx kindgi-pack'))
  .filter(({ code }) => !code.includes(' install '))
  .map(({ code }) => ({ name: code.split('\n')[0]?.split('#')[0]?.trim(), code }));
const gate = shells.find(({ code }) => code.includes('reconcile'))?.code ?? '';
const bin = join(root, 'dist/src/cli/main.js');
/** The command of an exec probe, or of a health check behind its `CMD`. */
const containerCommands = blocks
  .filter(({ language }) => language === 'yaml')
  .map(({ code }) => {
    const list: readonly string[] = JSON.parse(/^ *(?:command|test): (\[.*\])$/m.exec(code)?.[1] ?? '[]');
    const command = list[0] === 'CMD' ? list.slice(1) : list;
    return { name: command.join(' '), command };
  });

let service: RunningPackService;
beforeAll(async () => {
  service = await startSampleService();
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'node_modules'), { recursive: true });
  await symlink(root, join(folder, 'node_modules', 'kindgi-pack-client'));
  await Promise.all(programs.map(({ name, code }) => writeFile(join(folder, `${name}.mts`), code)));
  await writeFile(join(folder, 'token'), `${service.token}\n`);
});
afterAll(() => service.close());

const environment = () => ({
  PATH: process.env['PATH'],
  KINDGI_PACK_SERVICE_URL: service.url,
  KINDGI_PACK_SERVICE_TOKEN: service.token,
  PACK_TOKEN_FILE: join(folder, 'token'),
});

/** Runs a shell block in the folder, with the built command in place of what npx would find. */
function runShell(code: string) {
  const script = `set -e\nnpx() { shift; "${process.execPath}" "${bin}" "$@"; }\n${code}`;
  return run('bash', ['--norc', '-c', script], { env: environment(), cwd: folder });
}

/** Where a deploy gate looks for the index. */
const putIndex = (index: object) => writeFile(join(folder, 'index.json'), JSON.stringify(index));
const gateReport = async () => JSON.parse(await readFile(join(folder, 'reconcile.json'), 'utf8'));

describe('the README', () => {
  it('has an example of twelve lines with an exhaustive switch', () => {
    const [example] = programs;
    expect(example?.code.trim().split('\n')).toHaveLength(12);
    expect(example?.code).toContain('satisfies never');
  });

  it('has at most one program in each section', () => {
    expect(new Set(programs.map(({ name }) => name)).size).toBe(programs.length);
  });

  it('has blocks that type-check against what is built', () => {
    const files = programs.map(({ name }) => join(folder, `${name}.mts`));
    expect(compileProblems(files)).toEqual([]);
  });

  it.concurrent.for(programs)('$name runs', async ({ name, code }, { expect }) => {
    const { outputText } = ts.transpileModule(code, {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    });
    await writeFile(join(folder, `${name}.mjs`), outputText);
    const { stdout, stderr } = await run(process.execPath, [join(folder, `${name}.mjs`)], {
      env: environment(),
    });
    expect(stderr).toBe('');
    expect(stdout).toMatchSnapshot();
  });

  it.each(shells)('shell block that begins with $name runs', async ({ code }) => {
    await putIndex(sampleIndex);
    const { stdout, stderr } = await runShell(code);
    expect(stderr).toBe('');
    if (code === gate) expect(await gateReport()).toMatchObject({ ok: true, findings: [] });
    else expect(stdout).toContain('inv_102');
  });

  it('has a deploy gate that stops what the index does not fit, and says why', async () => {
    const refund = { ...sampleIndex.tools[0], id: 'acme.billing.refund' };
    await putIndex({ ...sampleIndex, tools: [...sampleIndex.tools, refund] });
    await expect(runShell(gate)).rejects.toMatchObject({ code: 1, stdout: '', stderr: '' });
    const findings = [{ code: 'tool-missing', severity: 'error', subject: 'acme.billing.refund' }];
    expect(await gateReport()).toMatchObject({ ok: false, findings });
  });

  it('has a health check for each kind of container', () => {
    expect(containerCommands).toHaveLength(2);
  });

  it.each(containerCommands)('container command $name runs, quietly', async ({ command }) => {
    const [program, ...args] = command;
    expect(program).toBe('node_modules/.bin/kindgi-pack');
    const check = () => run(process.execPath, [bin, ...args], { env: environment() });
    expect(await check()).toEqual({ stdout: '', stderr: '' });
    service.setReady(false);
    await expect(check()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('not-ready') });
    service.setReady(true);
  });

  it('quotes the table of the last bench run', async () => {
    const results = await readFile(join(root, 'test/bench/RESULTS.md'), 'utf8');
    expect(quotedTable(readme)).toBe(tableToQuote(results));
    expect(quotedTable(readme)).toContain('pool.request()');
  });

  it('names no command that package.json lacks', async () => {
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    const contributing = await readFile(join(root, '.github/CONTRIBUTING.md'), 'utf8');
    const named = [...(readme + contributing).matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});
