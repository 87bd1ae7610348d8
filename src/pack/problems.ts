/**
 * A list of problems that ends: every one of an index that a person can still mend, and the first thousand of one
 * that is something else altogether, of which a hostile value of 20 MB may hold millions.
 */
import type { UsageIssue } from '../errors.js';

const maxProblems = 1_000;

/** Collects problems; `full` tells that looking further is of no use. */
export interface Problems {
  readonly full: boolean;
  add(path: string, message: string): void;
  /** All of them; when there were too many, the last one says so. */
  issues(): UsageIssue[];
}

/** An empty list. */
export function createProblems(): Problems {
  const found: UsageIssue[] = [];
  return {
    get full() {
      return found.length >= maxProblems;
    },
    add(path, message) {
      if (found.length < maxProblems) found.push({ path, message });
    },
    issues: () =>
      found.length < maxProblems
        ? found
        : [...found, { path: '', message: 'there may be more: the search ends here' }],
  };
}
