/** The audit of dependencies says what a registry answers, and where none answers it says that, and looks by itself. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

type Answer = (response: ServerResponse) => void;

const noAudit: Answer = (response) => response.writeHead(405).end();
const clean: Answer = (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
const finding = (name: string): Answer => {
  const advisory = {
    id: 1,
    url: 'https://advisory.invalid/1',
    title: 't',
    severity: 'high',
    vulnerable_versions: '<99.0.0',
  };
  const body = JSON.stringify({ [name]: [{ ...advisory, cwe: [], cvss: { score: 7, vectorString: null } }] });
  return (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body);
};

/** Audits this project's lock file, as changed, against a registry on loopback that answers audits so. */
async function audit(answer: Answer, options: { args?: string[]; change?: (lock: string) => string } = {}) {
  const { args = [], change = (lock) => lock } = options;
  const server = createServer((request, response) => {
    request.resume();
    if (request.url?.includes('/advisories/bulk')) answer(response);
    else response.writeHead(404).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const folder = await mkdtemp(join(tmpdir(), 'kindgi-audit-'));
  onTestFinished(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });
  for (const name of ['package.json', 'package-lock.json']) {
    const content = await readFile(join(root, name), 'utf8');
    await writeFile(join(folder, name), name === 'package.json' ? content : change(content));
  }
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const child = spawn(process.execPath, [join(root, 'scripts/audit.js'), ...args], {
    cwd: folder,
    env: { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_fetch_retries: '0' },
  });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { said, code };
}

it('a registry that knows of nothing is believed', async () => {
  expect(await audit(clean)).toEqual({ said: 'no known vulnerability in what ships\n', code: 0 });
});

it.each(['undici', 'zod'])('a vulnerability of %s fails, and is told with its address', async (name) => {
  const { said, code } = await audit(finding(name));
  expect(said).toMatch(new RegExp(`^${name} [\\d.]+: high, https://advisory.invalid/1$`, 'm'));
  expect(code).toBe(1);
});

it('one of a package that never gets to users is told, and fails nothing', async () => {
  const { said, code } = await audit(finding('fast-check'));
  expect(said).toMatch(/^fast-check .*\(development only\)\nno known vulnerability in what ships\n$/);
  expect(code).toBe(0);
});

it('a registry without audits could not be asked: then what is known here counts', async () => {
  const said =
    'could not ask: the registry answers no audit\nnothing among the advisories that are known here\n';
  expect(await audit(noAudit)).toEqual({ said, code: 0 });
  expect(await audit(noAudit, { args: ['--strict'] })).toEqual({ said, code: 2 });
  const change = (lock: string) => {
    const { packages, ...rest } = JSON.parse(lock);
    return JSON.stringify({
      ...rest,
      packages: { ...packages, 'node_modules/undici': { version: '7.28.0' } },
    });
  };
  const old = await audit(noAudit, { change });
  expect(old.said).toContain('node_modules/undici 7.28.0: mended in 7.29.1');
  expect(old.code).toBe(1);
});
