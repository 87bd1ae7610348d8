/**
 * The layers of the sources, and which of them each file uses. The architecture test enforces the order, and the
 * diagram in docs/architecture.md is drawn from it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
/** Every source file of the package, relative to the repository. */
export const sourceFiles = ['src', 'mocks'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name)),
);

export interface Import {
  readonly target: string;
  /** Erased when compiled. */
  readonly typeOnly: boolean;
}

/** What a file of the package imports of it. */
export function importsOf(file: string): readonly Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const found = text.matchAll(
    /^(?:import|export)\s+(type\s)?[^'";]*?from '(\.[^']+)'|import\('(\.[^']+)'\)/gms,
  );
  return [...found].map(([, type, from, lazy]) => ({
    target: relative(root, join(root, dirname(file), from ?? lazy ?? '')).replace(/\.js$/, '.ts'),
    typeOnly: type !== undefined,
  }));
}

/** From the bottom to the top; a layer may use those before it. Types alone may come from further up. */
export const layers = [
  'basics',
  'protocol',
  'outcomes',
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
  'max-timer.ts',
  'one-line.ts',
  'outcome.ts',
  'own-fields.ts',
  'pack-client.ts',
  'path-text.ts',
  'safely.ts',
  'unreadable.ts',
  'version.ts',
];

/** Files at the root of `src` that tell what an outcome says. */
const outcomes = ['outcome-name.ts', 'unwrap.ts'];

/** A file's layer; `index` for the entry itself, which is none. */
export function layerOf(file: string): string {
  const [top = '', folder = ''] = file.split('/');
  if (top === 'src' && basics.includes(folder)) return 'basics';
  if (top === 'src' && outcomes.includes(folder)) return 'outcomes';
  return top === 'mocks' ? 'mocks' : folder.replace(/\.ts$/, '');
}
