/** Imports go one way: no file imports, however indirectly, itself; and lower layers do not know higher ones. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = ['src', 'mocks'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name)),
);

interface Import {
  readonly target: string;
  /** Erased when compiled. */
  readonly typeOnly: boolean;
}

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const found = text.matchAll(
    /^(?:import|export)\s+(type\s)?[^'";]*?from '(\.[^']+)'|import\('(\.[^']+)'\)/gms,
  );
  return [...found].map(([, type, from, lazy]) => ({
    target: relative(root, join(root, dirname(file), from ?? lazy ?? '')).replace(/\.js$/, '.ts'),
    typeOnly: type !== undefined,
  }));
}

const graph = new Map(files.map((file) => [file, importsOf(file)]));

it('no file imports itself, however indirectly', () => {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (done.has(file) || path.includes(file)) return;
    for (const { target } of graph.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(cycles).toEqual([]);
});

/** From the bottom to the top; a layer may use those before it. Types alone may come from further up. */
const layers = [
  'basics',
  'protocol',
  'observe',
  'options',
  'transport',
  'call',
  'pack',
  'calls',
  'client',
  'otel',
  'mocks',
  'cli',
];

/** Files at the root of `src` that anybody may use: errors, outcomes as types, small words. */
const basics = [
  'errors.ts',
  'outcome.ts',
  'own-fields.ts',
  'pack-client.ts',
  'path-text.ts',
  'unreadable.ts',
  'version.ts',
];

function layerOf(file: string): string {
  const [top = '', folder = ''] = file.split('/');
  if (top === 'src' && basics.includes(folder)) return 'basics';
  return top === 'mocks' ? 'mocks' : folder.replace(/\.ts$/, '');
}

it('lower layers do not use higher ones', () => {
  const upward = files.flatMap((file) => {
    const rank = layers.indexOf(layerOf(file));
    return (graph.get(file) ?? [])
      .filter(({ target, typeOnly }) => !typeOnly && rank !== -1 && layers.indexOf(layerOf(target)) > rank)
      .map(({ target }) => `${file} → ${target}`);
  });
  expect(upward).toEqual([]);
});

it('only the transport knows undici, only the call knows p-retry', () => {
  const users = (name: string) =>
    files.filter((file) => readFileSync(join(root, file), 'utf8').includes(`'${name}'`)).map(layerOf);
  expect(new Set(users('undici'))).toEqual(new Set(['transport']));
  expect(new Set(users('p-retry'))).toEqual(new Set(['call']));
});
