/** Indexes that are wrong in one place, and what is said about them. */
import { PackUsageError, type UsageIssue } from '../../src/errors.js';
import { parsePackIndex } from '../../src/pack/parse-index.js';
import { anyIndex, type Json } from './an-index.js';

/** The issues of a refused value; none for an accepted one. */
export function issuesOf(value: unknown): readonly UsageIssue[] {
  try {
    parsePackIndex(value);
    return [];
  } catch (error) {
    if (error instanceof PackUsageError) return error.issues;
    throw error;
  }
}

/** A valid index after one change. */
export function changed(change: (index: Json) => void): unknown {
  const index = anyIndex();
  change(index);
  return index;
}

/** The same with a value set at a JSON pointer; `undefined` deletes. */
export function withValue(pointer: string, value: unknown): unknown {
  const index: unknown = anyIndex();
  const steps = pointer.split('/').slice(1);
  const last = steps.pop() ?? '';
  const parent = steps.reduce<unknown>((at, step) => Reflect.get(Object(at), step), index);
  if (value === undefined) Reflect.deleteProperty(Object(parent), last);
  else
    Object.defineProperty(Object(parent), last, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return index;
}
