/**
 * Says why a value cannot be sent as JSON, and where. Runs only after serialising has failed, so it may take its
 * time; it names places and types, never values.
 */
import type { UsageIssue } from '../errors.js';
import { pathText } from '../path-text.js';
import { findUnreadable } from '../unreadable.js';

/** One path and one set for the whole walk: copies for each place would be gigabytes for a list deep inside. */
interface Walk {
  readonly path: PropertyKey[];
  /** The objects that the place lies in. */
  readonly around: Set<unknown>;
  /** Objects in which there is nothing to find. */
  readonly done: Set<unknown>;
}

/** Deeper than any message that a service would read; searching further would take long and help nobody. */
const maxDepth = 1_000;

/** The first place in `value` that JSON cannot hold. */
export function findUnserialisable(name: string, value: unknown): UsageIssue {
  try {
    const found = search(value, { path: [name], around: new Set(), done: new Set() });
    return found ?? { path: name, message: 'expected a value that JSON.stringify can serialise' };
  } catch {
    // A getter or a proxy that throws: what it says is the caller's, and may hold anything.
    return {
      path: pathText([name, ...findUnreadable(value)]),
      message: 'expected a value that can be read',
    };
  }
}

function search(here: unknown, walk: Walk): UsageIssue | undefined {
  const { path, around, done } = walk;
  const message = problemWith(here, around);
  if (message !== undefined) return { path: pathText(path), message };
  if (path.length > maxDepth) return { path: pathText(path.slice(0, 1)), message: 'expected less nesting' };
  if (typeof here !== 'object' || here === null || done.has(here)) return undefined;
  around.add(here);
  const isArray = Array.isArray(here);
  for (const key of Object.keys(here)) {
    path.push(isArray ? Number(key) : key);
    const found = search(Reflect.get(here, key), walk);
    if (found !== undefined) return found;
    path.pop();
  }
  around.delete(here);
  done.add(here);
  return undefined;
}

function problemWith(value: unknown, around: ReadonlySet<unknown>): string | undefined {
  if (typeof value === 'bigint') return 'expected a JSON value, got a bigint (send a number or a string)';
  if (typeof value === 'function' || typeof value === 'symbol') {
    return around.size === 0 ? `expected a JSON value, got a ${typeof value}` : undefined;
  }
  if (around.has(value)) return 'expected a JSON value, got a reference to an object around it (a cycle)';
  return undefined;
}
