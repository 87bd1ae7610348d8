/**
 * Compares the tools of an index with those a service serves, the way a service resolves a call: by id and
 * version, or by id alone if it serves a single version. Tools with a `spec` need not be served, because a
 * runtime runs those itself; a service that lists them all the same does no harm.
 */
import { finding, findingsOf, listed, shown } from './findings.js';
import { isDeclarative, type PackIndex } from './pack-index.js';
import type { Finding } from './reports.js';

interface VersionedTool {
  readonly id: string;
  readonly version?: string;
}

/** The versions of each id; `''` stands for "no version", as a service lists an empty one. */
type Versions = ReadonlyMap<string, ReadonlySet<string>>;

/** `tool-missing`, `tool-version-mismatch` and `tool-extra`, in no particular order. */
export function compareTools(index: PackIndex, served: readonly VersionedTool[]): Finding[] {
  const indexedById = versionsById(index.tools);
  const servedById = versionsById(served.filter(({ id }) => indexedById.has(id)));
  const calledById = versionsById(index.tools.filter((tool) => !isDeclarative(tool)));
  const known = [...indexedById].flatMap(([id, indexed]) =>
    compareVersions(id, {
      indexed,
      called: calledById.get(id) ?? new Set(),
      served: servedById.get(id) ?? new Set(),
    }),
  );
  const extra = new Set(served.map(({ id }) => id).filter((id) => !indexedById.has(id)));
  return [...known, ...findingsOf([...extra], extraTool, (count) => moreTools(index.packId, count))];
}

/** What one id is subject to: versions in the index, those of them that calls can name, versions served. */
interface Sides {
  readonly indexed: ReadonlySet<string>;
  readonly called: ReadonlySet<string>;
  readonly served: ReadonlySet<string>;
}

function compareVersions(id: string, sides: Sides): Finding[] {
  const { indexed, called, served } = sides;
  if (served.size === 0) return called.size === 0 ? [] : [missingTool(id)];
  // The only tool of this id on both sides: a call that names no version gets it.
  if (indexed.size === 1 && indexed.has('') && served.size === 1) return [];
  const lacking = [...called].filter((version) => !served.has(version));
  // What is served instead stands in the mismatch already; a second finding would say nothing new.
  if (lacking.length > 0) return lacking.map((version) => mismatch({ id, version }, served));
  return findingsOf(
    [...served].filter((version) => !indexed.has(version)),
    (version) => extraVersion({ id, version }, indexed),
    (count) => moreVersions(id, count),
  );
}

function missingTool(id: string): Finding {
  return finding('tool-missing', {
    subject: id,
    message: `calls to ${shown(id)} will be answered tool-not-in-pack`,
  });
}

function mismatch(tool: Required<VersionedTool>, served: ReadonlySet<string>): Finding {
  const actual = listed([...served].map(versionName));
  const instead = `the service serves ${shown(actual)}`;
  return finding('tool-version-mismatch', {
    subject: subjectOf(tool),
    message: `${consequence(tool, served)}: ${instead}`,
    expected: versionName(tool.version),
    actual,
  });
}

function consequence(tool: Required<VersionedTool>, served: ReadonlySet<string>): string {
  const only = served.size === 1;
  if (tool.version === '') {
    const calls = `calls to ${shown(tool.id)} that name no version`;
    return only ? `${calls} will run another version` : `${calls} will be answered tool-version-mismatch`;
  }
  const named = `calls to ${shown(subjectOf(tool))} will be answered tool-version-mismatch`;
  return only ? `${named}, and those that name no version will run another` : named;
}

function extraVersion(tool: Required<VersionedTool>, indexed: ReadonlySet<string>): Finding {
  const subject = subjectOf(tool);
  const effect =
    indexed.size === 1
      ? `calls to ${shown(tool.id)} that name no version will be answered tool-version-mismatch`
      : 'calls by this index do not reach it';
  return finding('tool-extra', {
    subject,
    message: `${shown(subject)} is served too, though not indexed: ${effect}`,
  });
}

function extraTool(id: string): Finding {
  return finding('tool-extra', {
    subject: id,
    message: `${shown(id)} is served, though not indexed: calls by this index do not reach it`,
  });
}

function moreTools(subject: string, count: number): Finding {
  return finding('tool-extra', { subject, message: `${count} more tools are served, though not indexed` });
}

function moreVersions(id: string, count: number): Finding {
  const message = `${count} more versions of ${shown(id)} are served, though not indexed`;
  return finding('tool-extra', { subject: id, message });
}

/** `id@version`, or the id alone where there is no version. */
function subjectOf({ id, version }: Required<VersionedTool>): string {
  return version === '' ? id : `${id}@${version}`;
}

function versionName(version: string): string {
  return version === '' ? 'no version' : version;
}

function versionsById(tools: readonly VersionedTool[]): Versions {
  const byId = new Map<string, Set<string>>();
  for (const { id, version = '' } of tools) {
    const versions = byId.get(id) ?? new Set();
    byId.set(id, versions.add(version));
  }
  return byId;
}
