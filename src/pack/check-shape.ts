/**
 * Checks a value against an `IndexSchema`. It reads own properties only, never enters what the schema leaves
 * open, and quotes no value. Ajv is not used here: asked for every error it makes one object per error however
 * many there are, and an index is checked synchronously, which would put Ajv into every import of the library.
 */
import { isObject, ownField } from '../own-fields.js';
import type { IndexSchema } from './index-schema.js';
import type { Problems } from './problems.js';

/** A value and where it stands. */
export interface Place {
  readonly value: unknown;
  /** JSON pointer. */
  readonly path: string;
}

/** Adds each place where the value does not have the shape; stops early once `problems` is full. */
export function findShapeProblems(schema: IndexSchema, { value, path }: Place, problems: Problems): void {
  if (!fits(schema, value)) problems.add(path, `expected ${schema.title}`);
  else if (Array.isArray(value)) visitItems(schema, { value, path }, problems);
  else if (isObject(value)) visitFields(schema, { value, path }, problems);
}

function visitFields(schema: IndexSchema, { value, path }: Place, problems: Problems): void {
  for (const field in schema.properties) {
    const fieldSchema = schema.properties[field];
    const fieldValue = ownField(value, field);
    if (fieldSchema === undefined || isPlainlyRight(fieldSchema, fieldValue)) continue;
    const fieldPath = `${path}/${field}`;
    if (fieldValue !== undefined) {
      findShapeProblems(fieldSchema, { value: fieldValue, path: fieldPath }, problems);
    } else if (schema.required?.includes(field)) {
      problems.add(fieldPath, `missing, expected ${fieldSchema.title}`);
    }
  }
}

function visitItems(
  { items, uniqueItems }: IndexSchema,
  { value, path }: Place & { readonly value: readonly unknown[] },
  problems: Problems,
): void {
  if (items === undefined) return;
  const seen = new Set<unknown>();
  for (let at = 0; at < value.length && !problems.full; at += 1) {
    const item = value[at];
    if (!isPlainlyRight(items, item)) {
      findShapeProblems(items, { value: item, path: `${path}/${at}` }, problems);
    } else if (uniqueItems && seen.has(item)) {
      problems.add(`${path}/${at}`, 'expected each name once');
    }
    if (uniqueItems) seen.add(item);
  }
}

/** Right, and with nothing inside to look at: most values are, and no path needs to be built for them. */
function isPlainlyRight(schema: IndexSchema, value: unknown): boolean {
  return schema.properties === undefined && schema.items === undefined && fits(schema, value);
}

function fits(schema: IndexSchema, value: unknown): boolean {
  if (schema.const !== undefined) return value === schema.const;
  switch (schema.type) {
    case 'object':
      return isObject(value);
    case 'array':
      return Array.isArray(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'integer':
      return Number.isInteger(value) && Number(value) >= (schema.minimum ?? -Infinity);
    case 'number':
      return Number.isFinite(value);
    case 'string':
      return typeof value === 'string' && textFits(schema, value);
  }
}

function textFits({ minLength = 0, pattern, format }: IndexSchema, text: string): boolean {
  if (text.length < minLength) return false;
  if (pattern !== undefined && !regExpOf(pattern).test(text)) return false;
  return format === undefined || isDateTime(text);
}

const regExps = new Map<string, RegExp>();

function regExpOf(pattern: string): RegExp {
  const known = regExps.get(pattern) ?? new RegExp(pattern, 'u');
  regExps.set(pattern, known);
  return known;
}

const dateTime =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[t ]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/i;

function isDateTime(text: string): boolean {
  const [, year, month, day] = dateTime.exec(text) ?? [];
  if (day === undefined) return false;
  // Day 0 of the next month is the last of this one; a month number here is one more than Date's.
  const monthEnd = new Date(0);
  monthEnd.setUTCFullYear(Number(year), Number(month), 0);
  return Number(day) <= monthEnd.getUTCDate();
}
