/**
 * A throw-away copy of the checkout, outside of it, in which `undici` is another one: the files are copied, every
 * package is linked from the checkout, and only undici from elsewhere. Nothing in the copy depends on which undici
 * `package.json` names, so that file stays as it is. Meant to be removed after the run.
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const left = ['node_modules', '.git', '.cache', 'coverage'];

/** Makes the copy, and proves that its modules find the other undici. */
export async function copyWithUndici(root, undici) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'other-undici-')));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await cp(root, folder, {
      recursive: true,
      filter: (path) => !left.includes(relative(root, path)),
    });
    await linkPackages(join(root, 'node_modules'), join(folder, 'node_modules'), undici);
    await prove(folder, undici);
  } catch (error) {
    await remove();
    throw error;
  }
  return { folder, remove };
}

async function linkPackages(from, to, undici) {
  await mkdir(to);
  for (const name of await readdir(from)) {
    // Folders with a dot are caches and lists of the checkout's own install.
    if (!name.startsWith('.') && name !== 'undici') await symlink(join(from, name), join(to, name));
  }
  await symlink(undici, join(to, 'undici'));
}

async function prove(folder, undici) {
  const { resolve } = createRequire(join(folder, 'src/index.ts'));
  const found = await realpath(resolve('undici/package.json'));
  if (found !== (await realpath(join(undici, 'package.json'))))
    throw new Error(`undici is found at ${found}`);
  if (!existsSync(join(folder, 'dist/src/index.js'))) throw new Error('nothing is built: npm run build');
}
