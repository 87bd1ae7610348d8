/**
 * The virtual environment with the real pack service, under `.cache/peer`, named after the versions in it and
 * kept between runs. It is made beside its place and moved there when it is whole, so one that exists is
 * complete, also when two runs make it at once or a run was stopped half-way.
 */
import { execFile } from 'node:child_process';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Python } from './find-python.js';

const run = promisify(execFile);

const peerPackage = 'kindgi==0.1.10';
const makingPrefix = 'making-';

/**
 * The interpreter of a virtual environment that holds the pack service; made at the first call.
 *
 * @throws Error with the installer's own words when the package cannot be installed.
 */
export async function preparePython(python: Python, cacheDir: string): Promise<string> {
  const place = path.join(cacheDir, `${peerPackage.replace('==', '-')}-python-${python.version}`);
  const interpreter = path.join(place, 'bin', 'python');
  if (await exists(interpreter)) return interpreter;
  await mkdir(cacheDir, { recursive: true });
  await removeAbandoned(cacheDir);
  const making = path.join(cacheDir, `${makingPrefix}${process.pid}`);
  try {
    await run(python.command, ['-m', 'venv', making]);
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', peerPackage];
    await run(path.join(making, 'bin', 'python'), pip, { maxBuffer: 2 ** 24 });
    await move(making, place);
  } finally {
    await rm(making, { recursive: true, force: true });
  }
  return interpreter;
}

async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    // Another run was faster: its environment is as good.
    if (!(await exists(path.join(to, 'bin', 'python')))) throw error;
  }
}

async function removeAbandoned(cacheDir: string): Promise<void> {
  for (const name of await readdir(cacheDir)) {
    if (!name.startsWith(makingPrefix) || isAlive(Number(name.slice(makingPrefix.length)))) continue;
    await rm(path.join(cacheDir, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
