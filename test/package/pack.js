/** Packs what is built, once, as it would be published: the tarball and what npm says of it. Does not build. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
export const root = fileURLToPath(new URL('../..', import.meta.url));
export const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

/** @returns the tarball's path, its size in bytes, the paths of its files, and a folder with them unpacked. */
export async function pack(folder) {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const { stdout } = await run('npm', args, { cwd: root });
  const [{ filename, size, files }] = JSON.parse(stdout);
  const tarball = join(folder, filename);
  await run('tar', ['-xzf', tarball, '-C', folder]);
  return { tarball, size, files: files.map(({ path }) => path), unpacked: join(folder, 'package') };
}
