/**
 * The one door for values from outside: a call as the caller wrote it, a message or info as a service sent it.
 * The compiled checks come from `wire.schema.json`; this file gives them types and turns what is wrong with a
 * call into words that name the field. Serialisability of inputs is not checked here.
 */
import { PackUsageError, type UsageIssue } from '../errors.js';
import { pathText } from '../path-text.js';
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

const expectations: Readonly<Record<string, string>> = {
  tool: 'a tool id, or { id, version }',
  check: 'a check id, or { id }',
  input: 'a JSON value',
  trace: 'a JSON value',
  ctx: 'an object with tenantId and runId',
};

/** @throws PackUsageError naming every field of the call that is missing, unknown or of the wrong type. */
export function assertToolCall(call: unknown): void {
  if (!holds(isToolCall, call)) {
    throw new PackUsageError('bad tool call', usageIssues(isToolCall.errors, 'a tool call'));
  }
}

/** @throws PackUsageError naming every field of the check that is missing, unknown or of the wrong type. */
export function assertCheckCall(call: unknown): void {
  if (!holds(isCheckCall, call)) {
    throw new PackUsageError('bad check call', usageIssues(isCheckCall.errors, 'a check call'));
  }
}

/** A getter or a proxy that throws is a caller's mistake like any other. */
function holds(check: CompiledCheck, call: unknown): boolean {
  try {
    return check(call);
  } catch {
    throw new PackUsageError('bad call', [{ path: '', message: 'expected fields that can be read' }]);
  }
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

function usageIssues(problems: readonly Problem[] | null | undefined, whole: string): UsageIssue[] {
  return (problems ?? []).map(({ instancePath, keyword, params }) => {
    const path = instancePath
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (keyword === 'required') {
      const missing = String(params['missingProperty']);
      return {
        path: pathText([...path, missing]),
        message: `required, expected ${expectations[missing] ?? 'a string'}`,
      };
    }
    if (keyword === 'additionalProperties') {
      return { path: pathText([...path, String(params['additionalProperty'])]), message: 'unknown field' };
    }
    return { path: pathText(path), message: `expected ${expected(keyword, params, path.at(-1) ?? whole)}` };
  });
}

function expected(keyword: string, params: Problem['params'], name: string): string {
  if (keyword === 'pattern') return 'text that is not empty';
  const known = expectations[name];
  if (known !== undefined) return known;
  if (params['type'] === 'object') return name.startsWith('a ') ? `${name} (an object)` : 'an object';
  return `a ${String(params['type'])}`;
}
