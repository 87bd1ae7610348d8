/**
 * A list of problems that stays short: so many are counted, fewer are listed, and the rest is a number. A
 * hostile value of 20 MB may hold millions of problems, which nobody would read and everybody would wait for.
 */
import type { UsageIssue } from '../errors.js';

const mostListed = 50;
const mostCounted = 1_000;

/** Collects problems; `full` tells that looking further is of no use. */
export interface Problems {
  readonly full: boolean;
  add(path: string, message: string): void;
  /** The first 50, then one that says how many more there are. */
  issues(): UsageIssue[];
}

/** An empty list. */
export function createProblems(): Problems {
  const found: UsageIssue[] = [];
  return {
    get full() {
      return found.length >= mostCounted;
    },
    add(path, message) {
      if (found.length < mostCounted) found.push({ path, message });
    },
    issues() {
      if (found.length <= mostListed) return found;
      const more = `${found.length < mostCounted ? '' : 'at least '}${found.length - mostListed} more problems`;
      return [...found.slice(0, mostListed), { path: '', message: `and ${more}` }];
    },
  };
}
