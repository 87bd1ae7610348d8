/**
 * `uniqueItems` in one look at each item. Ajv compares each with each, where items may be objects: a list of a megabyte,
 * which anybody may send as an input, takes it minutes, and nothing else runs meanwhile. The verdict, and the issue, are
 * those that Ajv gives.
 */
import type { FuncKeywordDefinition, SchemaValidateFunction } from 'ajv';

const check: SchemaValidateFunction = (isUnique: boolean, items: readonly unknown[]) => {
  const twins = isUnique ? lastTwins(items) : undefined;
  if (twins === undefined) return true;
  const { i, j } = twins;
  const message = `must NOT have duplicate items (items ## ${j} and ${i} are identical)`;
  check.errors = [{ keyword: 'uniqueItems', params: { i, j }, message }];
  return false;
};

/** What Ajv is told in place of its own. */
export const uniqueItems: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  validate: check,
  errors: true,
};

/** The last item that has an equal before it, and the nearest of those. */
function lastTwins(items: readonly unknown[]): { readonly i: number; readonly j: number } | undefined {
  const lastAt = new Map<unknown, number>();
  let twins: { readonly i: number; readonly j: number } | undefined;
  for (const [i, item] of items.entries()) {
    const key = keyOf(item);
    const j = lastAt.get(key);
    if (j !== undefined) twins = { i, j };
    lastAt.set(key, i);
  }
  return twins;
}

/** Equal for equal JSON values, and for no others. Texts get a prefix, so that none is taken for an object. */
function keyOf(item: unknown): unknown {
  if (typeof item === 'string') return `"${item}`;
  return typeof item === 'object' && item !== null ? JSON.stringify(item, sorted) : item;
}

function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
