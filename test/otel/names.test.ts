/** The names of spans' and metrics' fields are those of the conventions, and what is written follows the table. */
import * as conventions from '@opentelemetry/semantic-conventions';
import { expect, it } from 'vitest';
import { conventional, metricNames, own } from '../../src/otel/names.js';

it('names that the conventions have are theirs, and stable', () => {
  const stable: readonly unknown[] = Object.values(conventions);
  expect(Object.values(conventional).filter((name) => !stable.includes(name))).toEqual([]);
  expect(stable).toContain(metricNames.duration);
});

it('all others say whose they are', () => {
  const { duration: _conventional, ...others } = metricNames;
  for (const name of [...Object.values(own), ...Object.values(others)]) {
    expect(name).toMatch(/^kindgi\.pack\.[a-z_.]+$/);
  }
});
