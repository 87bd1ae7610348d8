/** What the look into the tarball finds: a check that never fails would be worth nothing. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { checkTarball } from './tarball.js';

const papers = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json', 'dist/zod-LICENSE.txt'];
const built: Readonly<Record<string, string>> = {
  'dist/index.js': 'import { x } from "./shared/x.js"; export const late = () => import("./shared/late.js");',
  'dist/index.d.ts': `/// <reference path="./shared/script.d.ts" />\nimport './shared/side.js';\nexport * from './shared/x.js';`,
  'dist/shared/x.js': 'export const x = 1;',
  'dist/shared/x.d.ts': 'export declare const x: number;',
  'dist/shared/late.js': 'export {};',
  'dist/shared/side.d.ts': 'export {};',
  'dist/shared/script.d.ts': '',
};
const manifest = {
  bin: {},
  exports: {
    '.': { types: './dist/index.d.ts', default: './dist/index.js' },
    './package.json': './package.json',
  },
};

/** Looks into a tarball with these files; all of them lie in the folder, so that the list alone decides. */
async function look(files: readonly string[], size = 1_000) {
  const unpacked = await mkdtemp(join(tmpdir(), 'unpacked-'));
  onTestFinished(() => rm(unpacked, { recursive: true, force: true }));
  for (const [file, text] of Object.entries(built)) {
    await mkdir(dirname(join(unpacked, file)), { recursive: true });
    await writeFile(join(unpacked, file), text);
  }
  return checkTarball({ size, files, unpacked }, manifest);
}

const all = [...papers, ...Object.keys(built)];

it('is content with what the entries lead to, and nothing else', async () => {
  await expect(look(all)).resolves.toBeUndefined();
});

it('names what nothing leads to', async () => {
  await expect(look([...all, 'dist/index.js.map'])).rejects.toThrow(
    'the tarball: dist/index.js.map is of no use to anybody',
  );
});

it.each([
  'LICENSE',
  'dist/shared/late.js',
  'dist/shared/x.d.ts',
  'dist/shared/side.d.ts',
  'dist/shared/script.d.ts',
])('names %s when it is missing', async (missing) => {
  const files = all.filter((file) => file !== missing);
  await expect(look(files)).rejects.toThrow(`the tarball: ${missing} is missing`);
});

it('names a size beyond what is allowed', async () => {
  await expect(look(all, 150_001)).rejects.toThrow('the tarball: 150001 bytes, more than 150000');
});
