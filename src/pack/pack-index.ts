/**
 * A pack's index as types, and the questions a runtime asks of it. `parse-index.ts` proves that a value is one.
 * The index is open: fields of a later revision are kept.
 */

/** A JSON Schema, draft 2020-12 unless it states another. */
export type JsonSchema = Readonly<Record<string, unknown>>;
type OpenObject = Readonly<Record<string, unknown>>;

/** A tool as its pack's index describes it; look one up with `findTool`. */
export interface IndexedTool {
  readonly id: string;
  readonly version?: string;
  readonly description?: string;
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  readonly modulePath: string;
  readonly effects?: readonly OpenObject[];
  readonly needs?: readonly OpenObject[];
  readonly needsSpec?: OpenObject;
  readonly sandbox?: string;
  readonly limits?: OpenObject;
  readonly network?: OpenObject;
  /** `false`: the tool changes nothing. Absent: it may. */
  readonly mutating?: boolean;
  /** A declarative tool: the runtime runs it itself and never calls the pack service for it. */
  readonly spec?: OpenObject;
}

/** A guardrail as the index describes it; its check is served as `checkId`, else `id`. */
export interface IndexedGuardrail {
  readonly id: string;
  /** What a pack service resolves a check by; absent: `id`. */
  readonly checkId?: string;
  readonly name?: string;
  readonly kind: string;
  readonly action: OpenObject;
  readonly severity?: string;
  readonly scope?: OpenObject;
  readonly checkModulePath: string;
  readonly configSchema?: JsonSchema;
  readonly config?: OpenObject;
  readonly sandbox?: string;
  readonly limits?: OpenObject;
  readonly network?: OpenObject;
}

/** A pack's `index.json` (envelope `v: 1`). */
export interface PackIndex {
  readonly v: 1;
  readonly packId: string;
  readonly packVersion: string;
  readonly artifactVersion: string;
  /** ISO 8601 UTC. */
  readonly publishedAt: string;
  readonly tools: readonly IndexedTool[];
  readonly guardrails: readonly IndexedGuardrail[];
  readonly agents: readonly OpenObject[];
  readonly flows: readonly OpenObject[];
  /** Process environment names that the pack's code reads. */
  readonly env?: { readonly required: readonly string[]; readonly optional: readonly string[] };
}

/** Does the tool promise to change nothing? */
export function isReadOnly(tool: IndexedTool): boolean {
  return tool.mutating === false;
}

/** Is it a tool that the runtime runs itself (it has a `spec`), and that no pack service serves? */
export function isDeclarative(tool: IndexedTool): boolean {
  return tool.spec !== undefined;
}

/** The id by which a pack service resolves a guardrail's check. */
export function checkIdOf(guardrail: IndexedGuardrail): string {
  return guardrail.checkId ?? guardrail.id;
}

/**
 * The tool that a call names: by id and version, or by id alone if the index holds just one of that id.
 * `undefined` when there is none, or when the id alone does not decide.
 */
export function findTool(index: PackIndex, id: string, version?: string): IndexedTool | undefined {
  const versions = index.tools.filter((tool) => tool.id === id);
  if (version !== undefined) return versions.find((tool) => tool.version === version);
  return versions.length === 1 ? versions[0] : undefined;
}
