/**
 * Finds input schemas of an index that do not compile. Such a schema is not the index's fault as a whole: the other
 * tools are still checked, and inputs of this one are left to the service. All checks of inputs share one checker, so
 * that a schema compiles once, whoever asks first. Output schemas are the service's business.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { shown } from './findings.js';
import type { SchemaChecker } from './json-schema.js';
import { assertTools, type IndexedTool, isDeclarative, type PackIndex } from './pack-index.js';

/** A tool whose input schema cannot be used. */
export interface SchemaProblem {
  /** Whose schema it is. */
  readonly toolId: string;
  /** The version of that tool, where it has one. */
  readonly version?: string;
  /** JSON pointer of the schema in the index. */
  readonly path: string;
  /** Why it does not compile; may quote the schema. */
  readonly reason: string;
}

const compilesPerTurn = 20;

/**
 * Compiles the input schema of every tool that a pack service serves, and tells which of them fail: empty when all
 * inputs can be checked. For a start-up or a build; calls compile only what they need. Takes about a millisecond
 * for each tool, and lets other work go on in between.
 *
 * @example
 * ```ts
 * for (const { toolId, path, reason } of await findSchemaProblems(index)) console.log(toolId, path, reason);
 * ```
 *
 * Rejects with a PackUsageError when the index has no list of tools.
 */
export async function findSchemaProblems(index: PackIndex): Promise<readonly SchemaProblem[]> {
  assertTools(index);
  const checker = await loadInputChecker();
  const problems: SchemaProblem[] = [];
  for (const [at, tool] of index.tools.entries()) {
    if (at > 0 && at % compilesPerTurn === 0) await nextTurn();
    const problem = isDeclarative(tool) ? undefined : schemaProblemOf(checker, index, tool);
    if (problem !== undefined) problems.push(problem);
  }
  return problems;
}

/** What is wrong with one tool's input schema; `undefined` when it compiles. */
export function schemaProblemOf(
  checker: SchemaChecker,
  index: PackIndex,
  tool: IndexedTool,
): SchemaProblem | undefined {
  const found = checker.check(tool.input, null);
  if (found.verdict !== 'unusable') return undefined;
  const { id: toolId, version } = tool;
  const path = `/tools/${index.tools.indexOf(tool)}/input`;
  return { toolId, ...(version === undefined ? {} : { version }), path, reason: shown(found.reason) };
}

let inputChecker: Promise<SchemaChecker> | undefined;

/**
 * The checker of inputs, which fills in defaults as a service does; only those who validate pay for Ajv. Rejects
 * when it cannot be loaded, as in a process without free file descriptors.
 */
export function loadInputChecker(): Promise<SchemaChecker> {
  inputChecker ??= import('./json-schema.js').then(({ createSchemaChecker }) =>
    createSchemaChecker({ fillDefaults: true }),
  );
  return inputChecker;
}
