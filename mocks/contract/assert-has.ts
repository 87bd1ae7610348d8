/** The one assertion that `node:assert` of Node 20 lacks: an object has these fields, whatever else it has. */
import assert from 'node:assert/strict';

/**
 * Lists must be as long as they are expected to be; objects, at any depth, may hold more.
 *
 * @throws AssertionError with only the expected fields of both sides.
 */
export function assertHas(actual: unknown, fields: unknown): void {
  assert.deepEqual(picked(actual, fields), fields);
}

function picked(actual: unknown, fields: unknown): unknown {
  if (Array.isArray(fields)) {
    return Array.isArray(actual) ? actual.map((each, at) => picked(each, fields[at])) : actual;
  }
  if (!isRecord(fields) || !isRecord(actual)) return actual;
  const there = Object.entries(fields).filter(([name]) => name in actual);
  return Object.fromEntries(there.map(([name, field]) => [name, picked(actual[name], field)]));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
