/**
 * What a client's index says of a tool call before it is sent: that the runtime runs the tool itself, that it
 * changes nothing, and, if asked for, that the input does not fit. Without an index everything is sent. A tool
 * or schema that the index cannot judge is left to the service.
 */
import { PackUsageError } from '../errors.js';
import { ownField, ownFields } from '../own-fields.js';
import type { ToolCall } from '../pack-client.js';
import type { ValidationIssue } from '../protocol/messages.js';
import { loadInputChecker, type SchemaProblem, schemaProblemOf } from './index-schema-problems.js';
import { type IndexedTool, isDeclarative, type PackIndex, toolFinder } from './pack-index.js';

export interface IndexRules {
  /**
   * The tool a call names, if the index has it.
   *
   * @throws PackUsageError for a declarative tool: no pack service serves it.
   */
  toolOf(call: ToolCall): IndexedTool | undefined;
  /**
   * The issues of the input in a message, as a service would report them; empty when it fits or cannot be judged here.
   *
   * @param message as it will be sent.
   */
  issuesOf(tool: IndexedTool, message: Buffer): Promise<readonly ValidationIssue[]>;
}

/**
 * The rules of an index.
 *
 * @param onSchemaProblem is told once of each tool whose input schema does not compile, at its first call.
 */
export function createIndexRules(
  index: PackIndex,
  onSchemaProblem: (problem: SchemaProblem) => void = () => {},
): IndexRules {
  const reported = new WeakSet<IndexedTool>();
  const find = toolFinder(index);
  return {
    toolOf({ tool: named }) {
      const { id, version } = typeof named === 'string' ? { id: named } : ownFields(named);
      const tool = find(id, version);
      if (tool !== undefined && isDeclarative(tool)) {
        const message =
          'expected a tool that a pack service serves; this one has a spec, so the runtime runs it itself';
        throw new PackUsageError('cannot send this call', [{ path: 'tool', message }]);
      }
      return tool;
    },
    async issuesOf(tool, message) {
      // What the service will see, and not the caller's object: defaults are filled in.
      const sent = ownField(JSON.parse(message.toString()), 'input');
      // Without a checker the input is left to the service, which checks it anyway.
      const checker = await loadInputChecker().catch(() => undefined);
      if (checker === undefined) return [];
      const found = checker.check(tool.input, sent);
      if (found.verdict === 'unusable' && !reported.has(tool)) {
        reported.add(tool);
        // None when it is the input that is too deep for the schema.
        const problem = schemaProblemOf(checker, index, tool);
        if (problem !== undefined) onSchemaProblem(problem);
      }
      return found.verdict === 'invalid' ? found.issues : [];
    },
  };
}
