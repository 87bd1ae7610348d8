/**
 * One tool call, in the order of a real service: find the tool and its version, find the handler, fill in
 * defaults and check the input, run, check the output. Every end of it is a message; it never throws.
 */
import type { IndexedTool } from '../../src/pack/pack-index.js';
import {
  protocolVersion,
  type ResponseMessage,
  type ToolInvokeMessage,
} from '../../src/protocol/messages.js';
import { describeThrown, packError, thrownAsJson, toWire } from './pack-error.js';
import { type Run, runHandler } from './run-handler.js';
import type { ServedPack } from './served-pack.js';

export async function runTool(
  message: ToolInvokeMessage,
  pack: ServedPack,
  run: Run,
): Promise<ResponseMessage> {
  const { id: toolId, version } = message.tool;
  const versions = pack.toolVersions(toolId);
  if (versions.length === 0) return packError('tool-not-in-pack', `no tool ${toolId} is served`, { toolId });
  const tool = pickVersion(versions, version);
  if (tool === undefined) {
    const served = versions.map((each) => each.version ?? 'no version').join(', ');
    const asked = version ?? 'no version';
    return packError('tool-version-mismatch', `${toolId} is served as ${served}, not as ${asked}`, {
      toolId,
    });
  }

  const handler = pack.toolHandler(tool);
  if (handler instanceof Error) {
    const text = `${tool.modulePath} did not load: ${describeThrown(handler)}`;
    return packError('handler-import-failed', text, { toolId, cause: thrownAsJson(handler) });
  }
  if (typeof handler !== 'function') {
    const text = `${tool.modulePath} holds no handler of ${toolId}${pack.missing.tools}`;
    return packError('handler-shape-invalid', text, { toolId });
  }

  // A copy: the record keeps what was sent, not what defaults made of it.
  const input = structuredClone(message.input);
  const checked = pack.inputs.check(tool.input, input);
  if (checked.verdict === 'unusable') {
    const text = `the input schema of ${toolId} cannot be used: ${checked.reason}`;
    return packError('input-validation-failed', text, { toolId });
  }
  if (checked.verdict === 'invalid') {
    const { issues } = checked;
    return packError('input-validation-failed', `the input does not fit ${toolId}`, { toolId, issues });
  }

  const { signal, headers } = run;
  const end = await runHandler(() => handler(input, { ...message.ctx, signal, headers }), run);
  if ('threw' in end) {
    const text = `${toolId} threw ${describeThrown(end.threw)}`;
    return packError('handler-throw', text, { toolId, cause: thrownAsJson(end.threw) });
  }
  return answerOutput(tool, end.returned, pack);
}

function answerOutput(tool: IndexedTool, returned: unknown, pack: ServedPack): ResponseMessage {
  const toolId = tool.id;
  const output = toWire(returned);
  if (!output.ok) {
    return packError('output-validation-failed', `${toolId} returned what is not JSON: ${output.reason}`, {
      toolId,
    });
  }
  const checked = pack.exact.check(tool.output, output.value);
  if (checked.verdict === 'unusable') {
    const text = `the output schema of ${toolId} cannot be used: ${checked.reason}`;
    return packError('output-validation-failed', text, { toolId });
  }
  if (checked.verdict === 'invalid') {
    const { issues } = checked;
    return packError('output-validation-failed', `${toolId} returned an output that does not fit`, {
      toolId,
      issues,
    });
  }
  return { v: protocolVersion, kind: 'result', output: output.value };
}

/** The version asked for; without one, the only one there is. */
function pickVersion(versions: readonly IndexedTool[], version: string | undefined): IndexedTool | undefined {
  if (version !== undefined) return versions.find((tool) => tool.version === version);
  return versions.length === 1 ? versions[0] : undefined;
}
