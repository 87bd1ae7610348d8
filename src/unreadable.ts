/**
 * Finds the getter or proxy that throws in what a caller passed. Runs only after reading has failed, so it may take
 * its time. What was thrown is not kept: it is the caller's, and may hold anything.
 */

/** Deeper than anything that could be sent. */
const maxDepth = 1_000;

interface Place {
  readonly value: unknown;
  readonly path: readonly PropertyKey[];
}

/** The path below `value` of the first place that cannot be read; `[]` when it is `value`, or none is found. */
export function findUnreadable(value: unknown): readonly PropertyKey[] {
  const seen = new Set<unknown>();
  const places: Place[] = [{ value, path: [] }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value: here, path } = place;
    if (typeof here !== 'object' || here === null || seen.has(here) || path.length > maxDepth) continue;
    seen.add(here);
    const inside = readAll(here, path);
    if ('unreadable' in inside) return inside.unreadable;
    // One by one: spread arguments lie on the stack, which a long array would fill.
    for (const next of inside.places.reverse()) places.push(next);
  }
  return [];
}

function readAll(
  here: object,
  path: readonly PropertyKey[],
): { readonly places: Place[] } | { readonly unreadable: readonly PropertyKey[] } {
  let at: readonly PropertyKey[] = path;
  try {
    const isArray = Array.isArray(here);
    const places = Object.keys(here).map((key) => {
      at = [...path, isArray ? Number(key) : key];
      return { value: Reflect.get(here, key), path: at };
    });
    return { places };
  } catch {
    return { unreadable: at };
  }
}
