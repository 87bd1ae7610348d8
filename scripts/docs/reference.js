/**
 * Writes the reference, docs/reference/, from the doc comments of every entry: one page per entry, without dates,
 * paths of this machine or revisions, so that it changes only when the sources do. With `--check` it writes nothing
 * and fails when a page is not what the sources say. A link to nothing, or a type that is shown and neither exported
 * nor listed here, is an error.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Application } from 'typedoc';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = join(root, 'docs/reference');
const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

/** By source file: the name by which the entry is imported. */
const entries = new Map(
  Object.entries(manifest.exports)
    .filter(([, target]) => typeof target === 'object')
    .map(([path, target]) => [
      target.default.replace(/^\.\/dist\/(.*)\.js$/, '$1.ts'),
      `${manifest.name}${path.slice(1)}`,
    ]),
);

/** Shown by what is exported, and of use to nobody by their names. */
const intentionallyNotExported = ['Environment', 'OpenObject', 'Part', 'packErrorCodes'];

const isCheck = process.argv.includes('--check');
const out = isCheck ? await mkdtemp(join(tmpdir(), 'reference-')) : pages;
try {
  await write(out);
  if (isCheck) await compare(out);
  else console.log(`${pages} is written`);
} finally {
  if (isCheck) await rm(out, { recursive: true, force: true });
}

async function write(folder) {
  const app = await Application.bootstrapWithPlugins({
    plugin: ['typedoc-plugin-markdown'],
    entryPoints: [...entries.keys()].map((file) => join(root, file)),
    tsconfig: join(root, 'tsconfig.build.json'),
    basePath: root,
    // The compiler has its own step; here it would only be slower.
    skipErrorChecking: true,
    readme: 'none',
    name: manifest.name,
    disableGit: true,
    disableSources: true,
    excludeExternals: true,
    excludePrivate: true,
    intentionallyNotExported,
    validation: { invalidLink: true, notExported: true, notDocumented: false },
    treatValidationWarningsAsErrors: true,
    sort: ['kind', 'alphabetical'],
    groupOrder: ['Functions', 'Classes', 'Interfaces', 'Type Aliases', 'Variables'],
    logLevel: 'Warn',
    cleanOutputDir: true,
    outputs: [{ name: 'markdown', path: folder }],
    outputFileStrategy: 'modules',
    flattenOutputFiles: true,
    entryFileName: 'README',
    hideBreadcrumbs: true,
    hidePageHeader: true,
    // Slugs of `PackClient.stats` and of `PackClientStats` would be one and the same.
    useHTMLAnchors: true,
    useCodeBlocks: true,
    expandObjects: false,
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    classPropertiesFormat: 'table',
    typeAliasPropertiesFormat: 'table',
    propertyMembersFormat: 'table',
    typeDeclarationFormat: 'table',
    tableColumnSettings: { hideDefaults: true, hideInherited: true, hideModifiers: true, hideSources: true },
  });
  const project = await app.convert();
  if (project === undefined) throw new Error('the sources could not be read');
  for (const entry of project.children ?? [])
    entry.name = entries.get(`${entry.name}/index.ts`) ?? entry.name;
  app.validate(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new Error('see above: nothing is written');
  await app.generateOutputs(project);
}

async function compare(folder) {
  const [wanted, found] = await Promise.all([read(folder), read(pages)]);
  const names = [...new Set([...wanted.keys(), ...found.keys()])].sort();
  const stale = names.filter((name) => wanted.get(name) !== found.get(name));
  if (stale.length === 0) return console.log(`${names.length} pages of the reference are current`);
  console.error(`not what the sources say: ${stale.map((name) => join('docs/reference', name)).join(', ')}`);
  console.error('write them anew: npm run docs');
  process.exitCode = 1;
}

async function read(folder) {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const texts = names
    .filter((name) => name.endsWith('.md'))
    .map(async (name) => [name, await readFile(join(folder, name), 'utf8')]);
  return new Map(await Promise.all(texts));
}
