/**
 * Finds what is wrong with a pack index: its envelope, its shape by `index-schema.ts`, then what a schema cannot
 * say: entries that cannot be told apart, and an environment name both required and optional. The work is
 * bounded by the size of the index, whatever stands in it.
 */
import type { UsageIssue } from '../errors.js';
import { isObject, ownField } from '../own-fields.js';
import { findShapeProblems, type Place } from './check-shape.js';
import { packIndexSchema } from './index-schema.js';
import { createProblems, type Problems } from './problems.js';

/** What is wrong with an index, as JSON pointers and expectations: a thousand of them at most. */
export function findIndexProblems(value: unknown): UsageIssue[] {
  const problems = createProblems();
  if (isObject(value) && isUnknownEnvelope(value)) {
    problems.add('/v', 'expected 1: a later index envelope cannot be read');
    return problems.issues();
  }
  findShapeProblems(packIndexSchema, { value, path: '' }, problems);
  for (const [listName, keyOf] of Object.entries(entryKeys)) {
    findTwins({ value: ownField(value, listName), path: `/${listName}` }, keyOf, problems);
  }
  findContradictions(ownField(value, 'env'), problems);
  return problems.issues();
}

function isUnknownEnvelope(index: object): boolean {
  const envelope = ownField(index, 'v');
  return envelope !== undefined && envelope !== 1;
}

/** What an entry of each list is told apart by; `undefined` for one that has no id to go by. */
const entryKeys: Readonly<Record<string, (entry: unknown) => string | undefined>> = {
  tools: idAndVersion,
  guardrails: (entry) => textOf(entry, 'checkId') ?? textOf(entry, 'id'),
  agents: idAndVersion,
  flows: idAndVersion,
};

function idAndVersion(entry: unknown): string | undefined {
  const id = textOf(entry, 'id');
  // A service shows an empty version as none, so the two are one tool. The length keeps id and version apart.
  return id === undefined ? undefined : `${id.length} ${id}${textOf(entry, 'version') ?? ''}`;
}

function findTwins(
  { value, path }: Place,
  keyOf: (entry: unknown) => string | undefined,
  problems: Problems,
): void {
  if (!Array.isArray(value)) return;
  const what = path === '/guardrails' ? 'a check id' : 'an id and version';
  const firstAt = new Map<string, number>();
  for (let at = 0; at < value.length && !problems.full; at += 1) {
    const key = keyOf(value[at]);
    if (key === undefined) continue;
    const first = firstAt.get(key);
    if (first === undefined) firstAt.set(key, at);
    else problems.add(`${path}/${at}`, `expected ${what} other than that of ${path}/${first}`);
  }
}

function findContradictions(env: unknown, problems: Problems): void {
  const [required, optional] = [ownField(env, 'required'), ownField(env, 'optional')];
  if (!Array.isArray(required) || !Array.isArray(optional) || optional.length === 0) return;
  const needed = new Set<unknown>(required);
  for (let at = 0; at < optional.length && !problems.full; at += 1) {
    if (typeof optional[at] === 'string' && needed.has(optional[at])) {
      problems.add(`/env/optional/${at}`, 'expected a name that is not also required');
    }
  }
}

function textOf(entry: unknown, field: string): string | undefined {
  const value = ownField(entry, field);
  return typeof value === 'string' ? value : undefined;
}
