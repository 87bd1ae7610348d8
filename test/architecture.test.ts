/** Imports go one way: no file imports, however indirectly, itself; and lower layers do not know higher ones. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sourceFiles as files, importsOf, layerOf, layers, root } from './layers.js';

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

it('every file has its layer, but for the entry', () => {
  expect(files.filter((file) => !layers.includes(layerOf(file)))).toEqual(['src/index.ts']);
});

it('lower layers do not use higher ones', () => {
  const upward = files.flatMap((file) => {
    const rank = layers.indexOf(layerOf(file));
    return (graph.get(file) ?? [])
      .filter(({ target, typeOnly }) => !typeOnly && rank !== -1 && layers.indexOf(layerOf(target)) > rank)
      .map(({ target }) => `${file} → ${target}`);
  });
  expect(upward).toEqual([]);
});

/** The layers that may name each package; as docs/architecture.md says. */
const knownBy: Readonly<Record<string, readonly string[]>> = {
  undici: ['transport'],
  'p-retry': ['call'],
  'zod/mini': ['mocks', 'options'],
  ajv: ['pack'],
  'ajv-formats': ['pack'],
  commander: ['cli'],
  pino: ['cli'],
  msw: ['mocks'],
  vitest: ['mocks'],
  '@opentelemetry/api': ['observe', 'otel'],
};

it('each package is named by the layers that are to know it, and there is no other', () => {
  const found: Record<string, Set<string>> = {};
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    const names = text.matchAll(
      /^(?:import |} from |.* from )'([^'.]+(?:\/[^']*)?)';$|import\('([^'.][^']*)'\)/gm,
    );
    for (const [, from, lazy] of names) {
      const name = (from ?? lazy ?? '').replace(/^ajv\/.*/, 'ajv');
      if (name === '' || name.startsWith('node:')) continue;
      found[name] = (found[name] ?? new Set()).add(layerOf(file));
    }
  }
  const sorted = Object.entries(found).map(([name, users]) => [name, [...users].sort()]);
  expect(Object.fromEntries(sorted)).toEqual(knownBy);
});
