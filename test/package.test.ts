import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { version } from '../src/version.js';

it('the version in the user agent is that of the package', () => {
  const file = new URL('../package.json', import.meta.url);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ version });
});

it('CHANGELOG tells of the version', () => {
  const file = new URL('../CHANGELOG.md', import.meta.url);
  expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^## ${version.replaceAll('.', '\\.')}( |$)`, 'm'));
});
