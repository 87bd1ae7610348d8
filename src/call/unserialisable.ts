/**
 * Says why a value cannot be sent as JSON, and where. Runs only after serialising has failed, so it may take its
 * time; it names places and types, never values.
 */
import type { UsageIssue } from '../errors.js';
import { pathText } from '../path-text.js';
import { findUnreadable } from '../unreadable.js';

interface Place {
  readonly value: unknown;
  readonly path: readonly PropertyKey[];
  /** The objects that this one lies in, itself included. */
  readonly around: ReadonlySet<unknown>;
}

/** Deeper than any message that a service would read; searching further would take long and help nobody. */
const maxDepth = 1_000;

/** The first place in `value` that JSON cannot hold. */
export function findUnserialisable(name: string, value: unknown): UsageIssue {
  try {
    return search(name, value);
  } catch {
    // A getter or a proxy that throws: what it says is the caller's, and may hold anything.
    return {
      path: pathText([name, ...findUnreadable(value)]),
      message: 'expected a value that can be read',
    };
  }
}

function search(name: string, value: unknown): UsageIssue {
  const places: Place[] = [{ value, path: [name], around: new Set() }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value: here, path, around } = place;
    const message = problemWith(here, around);
    if (message !== undefined) return { path: pathText(path), message };
    if (path.length > maxDepth) return { path: name, message: 'expected less nesting' };
    if (typeof here !== 'object' || here === null) continue;
    const inside = new Set(around).add(here);
    for (const [key, next] of Object.entries(here).reverse()) {
      places.push({ value: next, path: [...path, Array.isArray(here) ? Number(key) : key], around: inside });
    }
  }
  return { path: name, message: 'expected a value that JSON.stringify can serialise' };
}

function problemWith(value: unknown, around: ReadonlySet<unknown>): string | undefined {
  if (typeof value === 'bigint') return 'expected a JSON value, got a bigint (send a number or a string)';
  if (typeof value === 'function' || typeof value === 'symbol') {
    return around.size === 0 ? `expected a JSON value, got a ${typeof value}` : undefined;
  }
  if (around.has(value)) return 'expected a JSON value, got a reference to an object around it (a cycle)';
  return undefined;
}
