/** What a bench run says: whether promises were kept, and the one table that the README quotes. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loads } from './calls/loads.js';
import { peerTitles } from './peers/peers.js';
import { tableToQuote } from './quote.js';
import { tablesOf } from './report/page.js';
import { isKept, promisesTable } from './report/promises.js';

describe('a promise', () => {
  it.each([
    { value: 0.94, bound: { atMost: 0.95 }, kept: true },
    { value: 0.96, bound: { atMost: 0.95 }, kept: false },
    { value: 5.2, bound: { atLeast: 5 }, kept: true },
    { value: 4.9, bound: { atLeast: 5 }, kept: false },
    { value: Number.POSITIVE_INFINITY, bound: { atMost: 6 }, kept: false },
    { value: Number.NaN, bound: { atMost: 6 }, kept: false },
    { value: Number.NaN, bound: { atLeast: 6 }, kept: false },
  ])('of $bound is kept by $value: $kept', ({ value, bound, kept }) => {
    expect(isKept(value, bound)).toBe(kept);
  });

  it('is judged by the figure that is printed', () => {
    const { rows } = promisesTable([{ what: 'cost', value: 0.9541, bound: { atMost: 0.95 }, unit: ' s' }]);
    expect(rows).toEqual([['cost', '≤ 0.95 s', '0.95 s', 'yes']]);
  });
});

describe('the tables of a run', () => {
  it('hold the one that the README quotes, with all its rows and no other', () => {
    const title = loads.find(({ name }) => name === 'small-32')?.title ?? '';
    const other = { title: 'Another', head: ['', 'x'], rows: [['a', '9']] };
    const quoted = {
      title,
      head: ['', 'x'],
      rows: [
        ['a', '1'],
        ['b', '22'],
      ],
    };
    const text = tablesOf([{ tables: [other, quoted, other], promises: [] }]);
    expect(tableToQuote(`${text}\n`)).toBe('|   |  x |\n| - | -: |\n| a |  1 |\n| b | 22 |\n');
  });
});

it('the results that are kept have a table for each load, and a row for each peer', () => {
  const results = readFileSync(new URL('./RESULTS.md', import.meta.url), 'utf8');
  expect(loads.filter(({ title }) => !results.includes(`\n## ${title}\n`))).toEqual([]);
  const peers = Object.entries(peerTitles).filter(([name]) => name !== 'other');
  expect(peers.filter(([, title]) => !results.includes(`\n| ${title} `))).toEqual([]);
});
