/** What the test kit's further entries export, and that vitest is needed for one of them alone. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import * as contract from '../../mocks/contract/index.js';
import * as forVitest from '../../mocks/vitest/index.js';

it('the exported names are these, and a change of them is meant', () => {
  expect(Object.keys(contract).sort()).toMatchInlineSnapshot(`
    [
      "contractChecks",
      "contractIndex",
      "contractStories",
      "contractTools",
      "createContractPack",
      "openContract",
      "runPackServiceContract",
    ]
  `);
  expect(Object.keys(forVitest).sort()).toMatchInlineSnapshot(`
    [
      "describePackServiceContract",
    ]
  `);
});

it('vitest is imported by its own entry alone', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const users = ['src', 'mocks'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name))
      .filter((file) => /from 'vitest'|import\('vitest/.test(readFileSync(join(root, file), 'utf8'))),
  );
  expect(users.filter((file) => !file.startsWith(join('mocks', 'vitest')))).toEqual([]);
  expect(users).not.toEqual([]);
});
