/**
 * The one door for values from outside: a call as the caller wrote it, a message or info as a service sent it.
 * The compiled checks come from `wire.schema.json`; this file gives them types and turns what is wrong with a
 * call into words that name the field. Serialisability of inputs is not checked here.
 */
import { PackUsageError, type UsageIssue } from '../errors.js';
import { isPlainObject, ownField } from '../own-fields.js';
import { pathText } from '../path-text.js';
import { findUnreadable } from '../unreadable.js';
import type { CheckResultMessage, ErrorMessage, PackInfo, ToolResultMessage } from './messages.js';
import * as compiled from './wire-checks.generated.js';

/** What Ajv says of one problem; `params` by keyword. */
interface Problem {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

interface CompiledCheck {
  (value: unknown): boolean;
  errors?: readonly Problem[] | null;
}

const isToolCall: CompiledCheck = compiled.isToolCall;
const isCheckCall: CompiledCheck = compiled.isCheckCall;

const expectations: ReadonlyMap<string, string> = new Map([
  ['tool', 'a tool id, or { id, version }'],
  ['check', 'a check id, or { id }'],
  ['input', 'a JSON value'],
  ['trace', 'a JSON value'],
  ['ctx', 'an object with tenantId and runId'],
]);

/** @throws PackUsageError naming every field of the call that is missing, unknown or of the wrong type. */
export function assertToolCall(call: unknown): void {
  try {
    if (!isToolCall(call)) {
      throw new PackUsageError('bad tool call', usageIssues(isToolCall, 'a tool call'));
    }
    assertPlain('bad tool call', findOddInContext(ownField(call, 'ctx')));
  } catch (error) {
    throw readable(error, call);
  }
}

/** @throws PackUsageError naming every field of the check that is missing, unknown or of the wrong type. */
export function assertCheckCall(call: unknown): void {
  try {
    if (!isCheckCall(call)) {
      throw new PackUsageError('bad check call', usageIssues(isCheckCall, 'a check call'));
    }
    assertPlain('bad check call', isOdd(ownField(call, 'config')) ? ['config'] : undefined);
  } catch (error) {
    throw readable(error, call);
  }
}

/** A getter or a proxy that throws is a caller's mistake like any other. */
function readable(error: unknown, call: unknown): PackUsageError {
  if (error instanceof PackUsageError) return error;
  const path = pathText(findUnreadable(call));
  return new PackUsageError('bad call', [{ path, message: 'expected a value that can be read' }]);
}

function assertPlain(what: string, odd: readonly string[] | undefined): void {
  if (odd === undefined) return;
  const message = 'expected a plain object, no instance of a class: JSON would send something else';
  throw new PackUsageError(what, [{ path: pathText(odd), message }]);
}

/** The path of the first object of a context that JSON would write as something else, a map or a date for instance. */
function findOddInContext(ctx: unknown): readonly string[] | undefined {
  if (typeof ctx === 'object' && ctx !== null && 'toJSON' in ctx) return ['ctx'];
  for (const name of openFields) {
    const value = ownField(ctx, name);
    if (value === undefined) continue;
    if (isOdd(value)) return ['ctx', name];
    if (name !== 'settings' && name !== 'connections') continue;
    for (const block of Object.keys(Object(value))) {
      if (isOdd(ownField(value, block))) return ['ctx', name, block];
    }
  }
  return undefined;
}

/** Fields of a context whose own fields are the caller's. */
const openFields = ['env', 'secrets', 'config', 'settings', 'connections'] as const;

function isOdd(value: unknown): boolean {
  // The process's own environment is written as a plain object is.
  return value !== undefined && value !== process.env && !isPlainObject(value);
}

export function isToolResultMessage(value: unknown): value is ToolResultMessage {
  return compiled.isToolResult(value);
}

export function isCheckResultMessage(value: unknown): value is CheckResultMessage {
  return compiled.isCheckResult(value);
}

export function isErrorMessage(value: unknown): value is ErrorMessage {
  return compiled.isError(value);
}

export function isPackInfo(value: unknown): value is PackInfo {
  return compiled.isInfo(value);
}

/** Keys that are wrong come from anybody, who may send a million of them. */
const maxIssues = 1_000;

/** What was wrong with the value that was checked last; the check keeps nothing of it. */
function usageIssues(check: CompiledCheck, whole: string): UsageIssue[] {
  const problems = check.errors ?? [];
  check.errors = null;
  const issues = problems.slice(0, maxIssues).map((problem) => usageIssue(problem, whole));
  const more = problems.length - maxIssues;
  return more > 0 ? [...issues, { path: '', message: `and ${more} more` }] : issues;
}

function usageIssue({ instancePath, keyword, params }: Problem, whole: string): UsageIssue {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (keyword === 'required') {
    const missing = String(params['missingProperty']);
    return {
      path: pathText([...path, missing]),
      message: `required, expected ${expectations.get(missing) ?? 'a string'}`,
    };
  }
  if (keyword === 'additionalProperties') {
    return { path: pathText([...path, String(params['additionalProperty'])]), message: 'unknown field' };
  }
  return { path: pathText(path), message: `expected ${expected(keyword, params, path.at(-1) ?? whole)}` };
}

function expected(keyword: string, params: Problem['params'], name: string): string {
  if (keyword === 'pattern') return 'text that is not empty';
  const known = expectations.get(name);
  if (known !== undefined) return known;
  if (params['type'] === 'object') return name.startsWith('a ') ? `${name} (an object)` : 'an object';
  return `a ${String(params['type'])}`;
}
