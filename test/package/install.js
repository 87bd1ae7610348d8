/**
 * A throw-away project outside the repository with the tarball in it, installed by npm. Its lockfile is the one of this
 * checkout with the package put in: npm takes the very versions that are tested here, from its cache if they are
 * still there, and leaves out what the project does not ask for.
 */
import { execFile } from 'node:child_process';
import { copyFile, cp, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { manifest, root } from './pack.js';

const run = promisify(execFile);

/** Makes the project `name` of `projects/`, hands it to `use`, and removes it. */
export async function withProject(name, tarball, use) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), `consumer-${name}-`)));
  try {
    await cp(fileURLToPath(new URL(`projects/${name}`, import.meta.url)), folder, { recursive: true });
    await copyFile(tarball, join(folder, 'package.tgz'));
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify(await lockfileFor(folder)));
    await npm(folder, ['install', '--prefer-offline', '--no-audit', '--no-fund']);
    return await use({
      folder,
      script: (script, ...args) => npm(folder, ['run', '--silent', script, ...args]),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function lockfileFor(folder) {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const project = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const { version, bin, engines, dependencies, peerDependencies, peerDependenciesMeta } = manifest;
  lock.packages[''] = project;
  lock.packages[`node_modules/${manifest.name}`] = {
    version,
    resolved: project.dependencies[manifest.name],
    bin,
    engines,
    dependencies,
    peerDependencies,
    peerDependenciesMeta,
  };
  return { ...lock, name: project.name, version: undefined };
}

/** What the command wrote. Rejects with all of it when it failed, or wrote to standard error: warnings are for somebody. */
async function npm(folder, args) {
  // The Node that runs this one also runs npm, and what npm starts.
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH: path, npm_config_loglevel: 'error', NO_UPDATE_NOTIFIER: '1' };
  const ended = await run('npm', args, { cwd: folder, env }).catch((error) => error);
  const stderr = ended.stderr.replace(warningOfMsw, '');
  if (ended instanceof Error || stderr !== '') {
    throw new Error(`npm ${args.join(' ')}:\n${ended.stdout}${stderr}`);
  }
  return ended.stdout;
}

/** msw 2 looks for a browser's storage when it is loaded, and Node 26 warns that there is none. */
const warningOfMsw = /^\(node:\d+\) ExperimentalWarning: localStorage .*\n\(Use `node --trace-warnings .*\n/m;
