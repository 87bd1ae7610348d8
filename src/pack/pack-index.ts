/**
 * A pack's index as types, and the questions a runtime asks of it. `parse-index.ts` proves that a value is one.
 * The index is open: fields of a later revision are kept.
 */
import { PackUsageError } from '../errors.js';
import { isObject, ownField } from '../own-fields.js';

/** A JSON Schema, draft 2020-12 unless it states another. */
export type JsonSchema = Readonly<Record<string, unknown>>;
type OpenObject = Readonly<Record<string, unknown>>;

/** A tool as its pack's index describes it; look one up with `findTool`. */
export interface IndexedTool {
  /** What calls name it by. */
  readonly id: string;
  /** Tells several versions of one id apart. */
  readonly version?: string;
  /** For people and models. */
  readonly description?: string;
  /** What an input must fit; the service fills in its defaults. */
  readonly input: JsonSchema;
  /** What the service holds an output against. */
  readonly output: JsonSchema;
  /** The module that has the handler, as the service finds it. */
  readonly modulePath: string;
  /** What it does to the world; for the runtime, not read here. */
  readonly effects?: readonly OpenObject[];
  /** What it must be given; for the runtime, not read here. */
  readonly needs?: readonly OpenObject[];
  /** Details of `needs`; for the runtime, not read here. */
  readonly needsSpec?: OpenObject;
  /** Where it may run; for the runtime, not read here. */
  readonly sandbox?: string;
  /** What it may use up; for the runtime, not read here. */
  readonly limits?: OpenObject;
  /** Whom it may reach; for the runtime, not read here. */
  readonly network?: OpenObject;
  /** `false`: the tool changes nothing. Absent: it may. */
  readonly mutating?: boolean;
  /** A declarative tool: the runtime runs it itself and never calls the pack service for it. */
  readonly spec?: OpenObject;
}

/** A guardrail as the index describes it; its check is served as `checkId`, else `id`. */
export interface IndexedGuardrail {
  /** The guardrail's own name. */
  readonly id: string;
  /** What a pack service resolves a check by; absent: `id`. */
  readonly checkId?: string;
  /** For people. */
  readonly name?: string;
  /** How it judges, by code or by a model; not read here. */
  readonly kind: string;
  /** What the runtime does when it is violated; not read here. */
  readonly action: OpenObject;
  /** How much a violation matters; for the runtime, not read here. */
  readonly severity?: string;
  /** Which runs it is for; for the runtime, not read here. */
  readonly scope?: OpenObject;
  /** The module that has the check, as the service finds it. */
  readonly checkModulePath: string;
  /** What a `config` must fit; held against by the service. */
  readonly configSchema?: JsonSchema;
  /** What a runtime sends as `config`. */
  readonly config?: OpenObject;
  /** Where it may run; for the runtime, not read here. */
  readonly sandbox?: string;
  /** What it may use up; for the runtime, not read here. */
  readonly limits?: OpenObject;
  /** Whom it may reach; for the runtime, not read here. */
  readonly network?: OpenObject;
}

/** A pack's `index.json` (envelope `v: 1`), as `loadPackIndex` and `parsePackIndex` give it. */
export interface PackIndex {
  /** The envelope's version. */
  readonly v: 1;
  /** Which pack it is. */
  readonly packId: string;
  /** The pack's own version. */
  readonly packVersion: string;
  /** The build of it; a service names the one that it runs in each answer. */
  readonly artifactVersion: string;
  /** ISO 8601 UTC. */
  readonly publishedAt: string;
  /** One entry per id and version. */
  readonly tools: readonly IndexedTool[];
  /** Each with a check that the service runs. */
  readonly guardrails: readonly IndexedGuardrail[];
  /** For the runtime, not read here. */
  readonly agents: readonly OpenObject[];
  /** For the runtime, not read here. */
  readonly flows: readonly OpenObject[];
  /** Process environment names that the pack's code reads. */
  readonly env?: { readonly required: readonly string[]; readonly optional: readonly string[] };
}

/**
 * Does the tool promise to change nothing?
 *
 * @example
 * ```ts
 * const tools = index.tools.filter(isReadOnly); // those that `retry.readOnly` may send again
 * ```
 *
 * @throws PackUsageError when it is no object.
 */
export function isReadOnly(tool: IndexedTool): boolean {
  assertTool(tool);
  return Object.hasOwn(tool, 'mutating') && tool.mutating === false;
}

/**
 * Is it a tool that the runtime runs itself (it has a `spec`), and that no pack service serves?
 *
 * @example
 * ```ts
 * const served = index.tools.filter((tool) => !isDeclarative(tool));
 * ```
 *
 * @throws PackUsageError when it is no object.
 */
export function isDeclarative(tool: IndexedTool): boolean {
  assertTool(tool);
  return Object.hasOwn(tool, 'spec') && tool.spec !== undefined;
}

/** The id by which a pack service resolves a guardrail's check. */
export function checkIdOf(guardrail: IndexedGuardrail): string {
  return guardrail.checkId ?? guardrail.id;
}

/**
 * The tool that a call names: by id and version, or by id alone if the index holds just one of that id.
 * `undefined` when there is none, or when the id alone does not decide.
 *
 * @example
 * ```ts
 * console.log(findTool(index, 'acme.billing.charge-card', '2.0.0')?.description);
 * ```
 *
 * @throws PackUsageError when the index has no list of tools.
 */
export function findTool(index: PackIndex, id: string, version?: string): IndexedTool | undefined {
  assertTools(index);
  return pick(
    index.tools.filter((tool) => tool.id === id),
    version,
  );
}

/**
 * `findTool` for many calls of one index: a look-up costs the same however many tools there are, and memory grows
 * with the index alone. Ids that are asked for leave nothing behind: they may be anybody's, and endless.
 */
export function toolFinder(index: PackIndex): (id: string, version?: string) => IndexedTool | undefined {
  const byId = new Map<string, IndexedTool[]>();
  for (const tool of index.tools) {
    const versions = byId.get(tool.id);
    if (versions === undefined) byId.set(tool.id, [tool]);
    else versions.push(tool);
  }
  return (id, version) => pick(byId.get(id) ?? none, version);
}

const none: readonly IndexedTool[] = [];

function pick(versions: readonly IndexedTool[], version: string | undefined): IndexedTool | undefined {
  if (version !== undefined) return versions.find((tool) => tool.version === version);
  return versions.length === 1 ? versions[0] : undefined;
}

function assertTool(tool: unknown): void {
  if (isObject(tool)) return;
  throw new PackUsageError('bad tool', [{ path: '', message: 'expected a tool of an index' }]);
}

/** @throws PackUsageError when the index has no list of tools. */
export function assertTools(index: unknown): void {
  if (Array.isArray(ownField(index, 'tools'))) return;
  throw new PackUsageError('bad pack index', [
    {
      path: 'index.tools',
      message: 'expected the tools of an index; loadPackIndex and parsePackIndex give one',
    },
  ]);
}
