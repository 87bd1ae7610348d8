/** What is no object in the place of options is refused in words that say what was expected there. */
import { expect, it } from 'vitest';
import {
  parseCallOptions,
  parseCloseGrace,
  parseProbeOptions,
  parseReconcileOptions,
  resolveClientOptions,
} from '../../src/options/resolve.js';

const plain = 'expected a plain object, no instance of a class';

it.each([
  ['the options of a call', () => parseCallOptions(5), '', plain],
  ['the options of a probe', () => parseProbeOptions('fast'), '', plain],
  ['the options of reconcile', () => parseReconcileOptions(null), '', plain],
  ['the options of close', () => parseCloseGrace(1_000), '', plain],
  ['the options of a client', () => resolveClientOptions(7), '', 'expected an object of client options'],
  ['tls', () => resolveClientOptions({ url: 'http://a', token: 't', tls: 'no' }), 'tls', plain],
])('%s', (_what, use, path, message) => {
  expect(use).toThrow(expect.objectContaining({ issues: [{ path, message }] }));
});
