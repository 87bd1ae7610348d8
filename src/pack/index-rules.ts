/**
 * What a client's index says of a tool call before it is sent: that the runtime runs the tool itself, that it
 * changes nothing, and, if asked for, that the input does not fit. Without an index everything is sent. A tool
 * or schema that the index cannot judge is left to the service.
 */
import { PackUsageError } from '../errors.js';
import type { ToolCall } from '../pack-client.js';
import type { ValidationIssue } from '../protocol/messages.js';
import type { SchemaChecker } from './json-schema.js';
import { findTool, type IndexedTool, isDeclarative, type PackIndex } from './pack-index.js';

export interface IndexRules {
  /**
   * The tool a call names, if the index has it.
   *
   * @throws PackUsageError for a declarative tool: no pack service serves it.
   */
  toolOf(call: ToolCall): IndexedTool | undefined;
  /** The input's issues, as a service would report them; empty when it fits or cannot be judged here. */
  issuesOf(tool: IndexedTool, input: unknown): Promise<readonly ValidationIssue[]>;
}

export function createIndexRules(index: PackIndex): IndexRules {
  // Compiling schemas needs Ajv, which only those pay for who validate.
  let checker: Promise<SchemaChecker> | undefined;
  const tools = new Map<string, IndexedTool | undefined>();
  return {
    toolOf({ tool: named }) {
      const { id, version } = typeof named === 'string' ? { id: named, version: undefined } : named;
      const key = JSON.stringify([id, version]);
      if (!tools.has(key)) remember(tools, key, findTool(index, id, version));
      const tool = tools.get(key);
      if (tool !== undefined && isDeclarative(tool)) {
        const message =
          'expected a tool that a pack service serves; this one has a spec, so the runtime runs it itself';
        throw new PackUsageError('cannot send this call', [{ path: 'tool', message }]);
      }
      return tool;
    },
    async issuesOf(tool, input) {
      checker ??= import('./json-schema.js').then(({ createSchemaChecker }) =>
        createSchemaChecker({ fillDefaults: true }),
      );
      // What the service will see: the JSON, not the object; and defaults are filled into a copy.
      const sent: unknown = JSON.parse(JSON.stringify(input));
      const found = (await checker).check(tool.input, sent);
      return found.verdict === 'invalid' ? found.issues : [];
    },
  };
}

/** Callers choose the ids, so the table must not grow with them. */
const maxRemembered = 10_000;

function remember(
  tools: Map<string, IndexedTool | undefined>,
  key: string,
  tool: IndexedTool | undefined,
): void {
  if (tools.size >= maxRemembered) tools.clear();
  tools.set(key, tool);
}
