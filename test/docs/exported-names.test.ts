/** Every name that can be imported, types included: a change of them is meant, and belongs into the change log. */
import { expect, it } from 'vitest';
import { entries } from './exported.js';

it.each(entries)('$specifier exports these names', ({ names }) => {
  expect(names.map(({ name, kind }) => `${kind} ${name}`).sort()).toMatchSnapshot();
});
