/** What the built entries show of others' types: none of a library that a user of `.` may not have. */
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

/** The packages that an entry's declarations, and those that they import, name. */
async function packagesOf(entry: string): Promise<ReadonlySet<string>> {
  const packages = new Set<string>();
  const seen = new Set<string>();
  const visit = async (url: URL): Promise<void> => {
    if (seen.has(url.href)) return;
    seen.add(url.href);
    const text = await readFile(url, 'utf8');
    const names = [...text.matchAll(/(?:from|import\() ?['"]([^'"]+)['"]/g)].map(([, name = '']) => name);
    for (const name of names) {
      if (name.startsWith('.')) await visit(new URL(name.replace(/\.js$/, '.d.ts'), url));
      else packages.add(name);
    }
  };
  await visit(new URL(`../../${entry}`, import.meta.url));
  return packages;
}

it('the client has no types of undici, pino, ajv or OpenTelemetry in its own', async () => {
  const packages = await packagesOf(manifest.exports['.'].types);
  const nodeOnly = [...packages].filter((name) => !name.startsWith('node:'));
  expect(nodeOnly).toEqual([]);
});

it('the entry for OpenTelemetry has those of its API, and no others', async () => {
  const packages = await packagesOf(manifest.exports['./otel'].types);
  expect([...packages].filter((name) => !name.startsWith('node:'))).toEqual(['@opentelemetry/api']);
});

it('only what needs them names pino and OpenTelemetry', async () => {
  const root = fileURLToPath(new URL('../../src', import.meta.url));
  const files = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const users = async (name: string) => {
    const found = await Promise.all(
      files.map(async (file) =>
        (await readFile(`${root}/${file}`, 'utf8')).includes(`'${name}'`) ? [file] : [],
      ),
    );
    return found.flat().sort();
  };
  expect(await users('pino')).toEqual(['cli/log.ts']);
  const otel = (await users('@opentelemetry/api')).filter((file) => !file.startsWith('otel/'));
  expect(otel).toEqual(['observe/active-trace.ts']);
});
