/**
 * What may lie in the tarball: the papers, and those built files which an entry of package.json leads to, module by
 * module and declaration by declaration. And how large it may be. Whether the files work is for those who use them.
 */
import { readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';

const maxBytes = 150_000;
const papers = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json', 'dist/zod-LICENSE.txt'];

/** Throws an `Error` that names what is too much or missing. */
export async function checkTarball({ size, files, unpacked }, { bin, exports, imports = {} }) {
  const needed = new Set(papers);
  const entries = [bin, exports, imports].flatMap(paths).filter((path) => path.startsWith('./'));
  await Promise.all(entries.map((entry) => follow(normalize(entry))));
  const problems = [
    ...files.filter((file) => !needed.has(file)).map((file) => `${file} is of no use to anybody`),
    ...[...needed].filter((file) => !files.includes(file)).map((file) => `${file} is missing`),
    ...(size <= maxBytes ? [] : [`${size} bytes, more than ${maxBytes}`]),
  ];
  if (problems.length > 0) throw new Error(`the tarball: ${problems.join('; ')}`);

  async function follow(file) {
    if (needed.has(file)) return;
    needed.add(file);
    if (!/\.(js|d\.ts)$/.test(file)) return;
    const text = await readFile(join(unpacked, file), 'utf8').catch(() => '');
    await Promise.all(importsOf(text).map((target) => follow(resolve(file, target))));
  }
}

function paths(value) {
  return typeof value === 'string' ? [value] : Object.values(value).flatMap(paths);
}

/** The relative ones of `import … from`, `export … from`, `import '…'`, `import('…')`, and the files that types refer to. */
function importsOf(text) {
  const found = text.matchAll(/(?:\bfrom|\bimport|<reference path=)\s*\(?\s*["'](\.[^"']+)["']/g);
  return [...found].map(([, target]) => target);
}

/** A declaration names the module that it declares. */
function resolve(file, target) {
  const path = join(file, '..', target);
  return file.endsWith('.d.ts') ? path.replace(/\.js$/, '.d.ts') : path;
}
