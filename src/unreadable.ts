/**
 * Finds the getter or proxy that throws in what a caller passed, or that may give another value each time. Runs only
 * after reading has failed, so it may take its time. What was thrown is not kept: it is the caller's, and may hold
 * anything.
 */
import { isProxy } from 'node:util/types';

/** Deeper than anything that could be sent. */
const maxDepth = 1_000;

/** A place by the one around it: a path of its own for each would be gigabytes for a list deep inside. */
interface Place {
  readonly value: unknown;
  readonly key: PropertyKey;
  readonly around: Place | undefined;
  readonly depth: number;
}

/** The path below `value` of the first place that cannot be read; `[]` when it is `value`, or none is found. */
export function findUnreadable(value: unknown): readonly PropertyKey[] {
  const seen = new Set<unknown>();
  const places: Place[] = [{ value, key: '', around: undefined, depth: 0 }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value: here, depth } = place;
    if (typeof here !== 'object' || here === null || seen.has(here) || depth > maxDepth) continue;
    seen.add(here);
    const inside = readAll(here, place);
    if ('unreadable' in inside) return pathOf(inside.unreadable);
    // One by one: spread arguments lie on the stack, which a long array would fill.
    for (const next of inside.places.reverse()) places.push(next);
  }
  return [];
}

/** Is it a proxy, or is there a getter or a proxy in it or one level below? Calls none of them. */
export function mayChange(value: unknown, levels = 1): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (isProxy(value)) return true;
  return Object.values(Object.getOwnPropertyDescriptors(value)).some(
    (field) => field.get !== undefined || (levels > 0 && mayChange(field.value, levels - 1)),
  );
}

function readAll(here: object, around: Place): { readonly places: Place[] } | { readonly unreadable: Place } {
  const depth = around.depth + 1;
  let at = around;
  try {
    const isArray = Array.isArray(here);
    const places = Object.keys(here).map((name) => {
      const key = isArray ? Number(name) : name;
      at = { value: undefined, key, around, depth };
      return { ...at, value: Reflect.get(here, name) };
    });
    return { places };
  } catch {
    return { unreadable: at };
  }
}

function pathOf(place: Place): readonly PropertyKey[] {
  const path: PropertyKey[] = [];
  for (let at = place; at.around !== undefined; at = at.around) path.push(at.key);
  return path.reverse();
}
