/**
 * The generated parts of README.md and docs/architecture.md are what the code says now. Where one is not, this test
 * fails; `npm run docs` (this test with `--update`) writes them anew.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defaults } from '../../src/options/types.js';
import { root } from './exported.js';
import { layerDiagram } from './layer-diagram.js';
import { demoLook, reconcileLook } from './look.js';
import { callOptions, clientOptions, type Option, variables } from './options-table.js';
import { block, table, withSection } from './sections.js';

const page = (path: string) => readFile(join(root, path), 'utf8');

function optionRows(options: readonly Option[]): readonly (readonly string[])[] {
  return options.map(({ name, takes, standard, meaning }) => [`\`${name}\``, takes, standard, meaning]);
}

it('the README is current', async () => {
  const head = ['option', 'takes', 'default', 'meaning'];
  const variableRows = variables().map(({ name, meaning }) => [`\`${name}\``, meaning]);
  const parts = {
    'client-options': table(head, optionRows(clientOptions())),
    'call-options': table(head, optionRows(callOptions())),
    variables: table(['variable', 'holds'], variableRows),
    demo: block('text', await demoLook()),
    reconcile: block('text', await reconcileLook()),
  };
  const readme = Object.entries(parts).reduce(
    (text, [name, part]) => withSection(text, name, part),
    await page('README.md'),
  );
  await expect(readme).toMatchFileSnapshot(join(root, 'README.md'));
});

it('the page of the architecture is current', async () => {
  const text = withSection(await page('docs/architecture.md'), 'layers', layerDiagram());
  await expect(text).toMatchFileSnapshot(join(root, 'docs/architecture.md'));
});

it('the doc comments of options tell the defaults that are filled in', () => {
  const told = new Map(clientOptions().map(({ name, standard }) => [name, standard]));
  const { retry, probeTimeoutMs: _p, waitTimeoutMs: _w, closeGraceMs: _c, ...top } = defaults;
  const inner = Object.entries(retry).map(([name, value]) => [`retry.${name}`, value] as const);
  const wrong = [...Object.entries(top), ...inner].filter(
    ([name, value]) => !(told.get(name) ?? '').startsWith(asWritten(value)),
  );
  expect(wrong).toEqual([]);
});

function asWritten(value: number | boolean | readonly unknown[]): string {
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'number') return 'none';
  return value % 2 ** 20 === 0 ? `${value / 2 ** 20} MiB` : value.toLocaleString('en-US');
}
