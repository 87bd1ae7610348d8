/**
 * An index together with its handlers: what is served, looked up by own names only, so that a tool called
 * `constructor` is just a tool. It runs nothing.
 */
import { createSchemaChecker, type SchemaChecker } from '../../src/pack/json-schema.js';
import {
  checkIdOf,
  type IndexedGuardrail,
  type IndexedTool,
  isDeclarative,
  type PackIndex,
} from '../../src/pack/pack-index.js';
import { type PackInfo, protocolVersion } from '../../src/protocol/messages.js';
import { checkKeys, missingHandlerText, toolKeys } from './handler-problems.js';
import type { CheckHandler, PackServiceOptions, ToolHandler } from './options.js';

export interface ServedPack {
  /** Every served version of a tool; empty when there is none of that id. */
  toolVersions(id: string): readonly IndexedTool[];
  guardrail(checkId: string): IndexedGuardrail | undefined;
  toolHandler(tool: IndexedTool): ToolHandler | Error | undefined;
  checkHandler(guardrail: IndexedGuardrail): CheckHandler | Error | undefined;
  info(missingEnv: readonly string[]): PackInfo;
  /** What explains a missing handler, as the end of a message. */
  readonly missing: { readonly tools: string; readonly checks: string };
  /** Checks an input and fills in its defaults. */
  readonly inputs: SchemaChecker;
  /** Checks outputs and configs as they are. */
  readonly exact: SchemaChecker;
}

export function createServedPack(
  index: PackIndex,
  tools: NonNullable<PackServiceOptions['tools']>,
  checks: NonNullable<PackServiceOptions['checks']>,
): ServedPack {
  const versions = new Map<string, IndexedTool[]>();
  for (const tool of index.tools) {
    if (!isDeclarative(tool)) versions.set(tool.id, [...(versions.get(tool.id) ?? []), tool]);
  }
  const guardrails = new Map(index.guardrails.map((guardrail) => [checkIdOf(guardrail), guardrail]));
  return {
    toolVersions: (id) => versions.get(id) ?? [],
    guardrail: (checkId) => guardrails.get(checkId),
    toolHandler: ({ id, version }) => own(tools, `${id}@${version}`) ?? own(tools, id),
    checkHandler: (guardrail) => own(checks, checkIdOf(guardrail)) ?? own(checks, guardrail.id),
    info: (missingEnv) => ({
      protocol: protocolVersion,
      packId: index.packId,
      packVersion: index.packVersion,
      artifactVersion: index.artifactVersion,
      tools: [...versions.values()].flat().map(({ id, version }) => (version ? { id, version } : { id })),
      checks: [...guardrails.keys()],
      missingEnv,
    }),
    missing: {
      tools: missingHandlerText('tools', tools, toolKeys(index)),
      checks: missingHandlerText('checks', checks, checkKeys(index)),
    },
    inputs: createSchemaChecker({ fillDefaults: true }),
    exact: createSchemaChecker(),
  };
}

function own<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
