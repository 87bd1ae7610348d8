/**
 * Writes `dist/`: JavaScript and declarations as a few files, one per entry and what entries share. Few files,
 * because a process that loads a hundred modules spends longer on finding them than on running them; and zod as the
 * part that is used of it (its licence goes with it), because zod itself loads eighty. Whatever users may have to
 * replace stays outside: the other dependencies. Types are checked elsewhere (`npm run types`).
 */
import { execFile } from 'node:child_process';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { minifySync } from 'rolldown/utils';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

const root = new URL('..', import.meta.url);
/** Where package.json's `exports` point. */
const typed = ['src/index', 'src/otel/index', 'mocks/index', 'mocks/contract/index', 'mocks/vitest/index'];

const { dependencies, peerDependencies } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));
const outside = Object.keys({ ...dependencies, ...peerDependencies });

/** Chunks that nobody reads in a debugger: foreign code and generated code. */
const unread = [
  { name: 'zod', test: /node_modules.zod/ },
  { name: 'wire-checks', test: /wire-checks\.generated/ },
];

await rm(new URL('dist', root), { recursive: true, force: true });
await Promise.all([writeModules(), writeDeclarations()]);
await nameWhatStandsForMsw();
await copyFile(new URL('node_modules/zod/LICENSE', root), new URL('dist/zod-LICENSE.txt', root));

/** The kit's declarations name msw; these say what that means where msw is absent. */
async function nameWhatStandsForMsw() {
  const kit = new URL('dist/mocks/index.d.ts', root);
  await copyFile(new URL('mocks/msw-absent.d.ts', root), new URL('msw-absent.d.ts', kit));
  await writeFile(kit, `/// <reference path="./msw-absent.d.ts" />\n${await readFile(kit, 'utf8')}`);
}

/**
 * Makes it small. Own code keeps its lines and the names that a stack trace shows.
 *
 * @param {string} code
 * @param {{ name: string, fileName: string }} chunk
 */
function minify(code, { name, fileName }) {
  const isUnread = unread.some((group) => group.name === name);
  const options = isUnread ? {} : { mangle: { toplevel: false }, codegen: { removeWhitespace: false } };
  return minifySync(fileName, code, { module: true, ...options }).code;
}

async function writeModules() {
  const bundle = await rolldown({
    cwd: fileURLToPath(root),
    input: Object.fromEntries([...typed, 'src/cli/main'].map((entry) => [entry, `${entry}.ts`])),
    platform: 'node',
    external: [/^node:/, ...outside.map((name) => new RegExp(`^${name}(/|$)`))],
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    tsconfig: false,
    transform: { target: 'node20' },
    // The matchers register themselves when they are imported; nothing else does anything when loaded.
    plugins: [{ name: 'minify', renderChunk: minify }],
    treeshake: { moduleSideEffects: (id) => id.includes('/mocks/vitest/') },
  });
  await bundle.write({
    dir: 'dist',
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name].js',
    codeSplitting: { groups: unread },
    comments: { legal: true, annotation: true, jsdoc: false },
  });
  await bundle.close();
}

/** One file per source file, by tsc; then those that the entries reach, as few files as entries and what they share. */
async function writeDeclarations() {
  const single = fileURLToPath(new URL('.cache/declarations/', root));
  await rm(single, { recursive: true, force: true });
  const tsc = fileURLToPath(new URL('node_modules/typescript/bin/tsc', root));
  const options = ['-p', 'tsconfig.build.json', '--outDir', single];
  await promisify(execFile)(process.execPath, [tsc, ...options], { cwd: fileURLToPath(root) });
  const bundle = await rollup({
    input: Object.fromEntries(
      [...typed, 'mocks/msw-types'].map((entry) => [entry, `${single}${entry}.d.ts`]),
    ),
    external: [/^[^./]/],
    plugins: [dts()],
  });
  await bundle.write({
    dir: fileURLToPath(new URL('dist', root)),
    entryFileNames: '[name].d.ts',
    chunkFileNames: ({ name }) => `shared/${name.replace(/\.d$/, '')}.d.ts`,
  });
  await bundle.close();
}
