/**
 * Everything that can be read from a value by whoever holds it: own and inherited fields, hidden and symbol-keyed
 * ones, getters, entries of maps and sets, bytes, causes, the source of functions. What only its own code can read
 * (private fields, closures) is not there, which is the point.
 */

/** The text of all of it, place by place; each object is entered once. */
export function readableFrom(value: unknown): string {
  const texts: string[] = [];
  const seen = new Set<unknown>(commonPrototypes);
  const left: unknown[] = [value];
  while (left.length > 0) {
    const here = left.pop();
    if (typeof here !== 'object' && typeof here !== 'function') texts.push(String(here));
    if (!isHolder(here) || seen.has(here)) continue;
    seen.add(here);
    if (here instanceof Uint8Array) texts.push(Buffer.from(here).toString('latin1'));
    if (typeof here === 'function') texts.push(Function.prototype.toString.call(here));
    if (here instanceof Map || here instanceof Set) left.push(...[...here.entries()].flat());
    for (const key of Reflect.ownKeys(here)) {
      texts.push(String(key));
      left.push(readable(here, key));
    }
    left.push(Object.getPrototypeOf(here));
  }
  return texts.join('\n');
}

/** What every object of this realm leads to; nothing of ours is in there. */
const commonPrototypes: readonly unknown[] = [
  globalThis,
  process,
  Object.prototype,
  Function.prototype,
  Array.prototype,
];

function isHolder(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function readable(holder: object, key: PropertyKey): unknown {
  try {
    return Reflect.get(holder, key);
  } catch {
    return undefined;
  }
}
