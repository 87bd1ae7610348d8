/**
 * The door for a pack's index: nothing counts as one that did not pass here. The value is checked and handed
 * back as it is, neither copied nor frozen (an index may have tens of megabytes), and remembered, so that
 * whoever gets it later need not check it again. The tools' own schemas are not compiled here.
 */
import { PackUsageError, type UsageIssue } from '../errors.js';
import { findIndexProblems } from './index-problems.js';
import type { PackIndex } from './pack-index.js';

const parsed = new WeakSet<object>();

/**
 * Checks that a parsed JSON value is a pack index (envelope `v: 1`) and returns that same value. Fields it does
 * not know are kept; lists need not be sorted. Do not change the value afterwards.
 *
 * @example
 * ```ts
 * const index = parsePackIndex(await (await fetch('http://packs.internal/acme.billing/index.json')).json());
 * ```
 *
 * @throws PackUsageError naming every problem by its JSON pointer (`/tools/3/input`), a thousand of them at most.
 */
export function parsePackIndex(value: unknown): PackIndex {
  return parseNamedIndex(value, 'bad pack index');
}

/** `parsePackIndex`, with words of the caller's choice at the start of the error. */
export function parseNamedIndex(value: unknown, what: string): PackIndex {
  return parsedUnless(findIndexProblems(value), value, what);
}

/** Is it a value that `parsePackIndex` or `loadPackIndex` returned? */
export function isParsedIndex(value: unknown): value is PackIndex {
  return typeof value === 'object' && value !== null && parsed.has(value);
}

/**
 * The `index` among options: one that has been checked already, or is now.
 *
 * @throws PackUsageError naming every problem below `index` (`index/tools/3/input`).
 */
export function asPackIndex(value: unknown): PackIndex {
  if (isParsedIndex(value)) return value;
  const issues = findIndexProblems(value).map(({ path, message }) => ({ path: `index${path}`, message }));
  return parsedUnless(issues, value, 'bad pack index');
}

function parsedUnless(issues: readonly UsageIssue[], value: unknown, what: string): PackIndex {
  if (issues.length > 0) throw new PackUsageError(what, issues);
  const index = value as PackIndex;
  parsed.add(index);
  return index;
}
