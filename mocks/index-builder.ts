/**
 * An index for a test, from as little as the ids of its tools: what a pack index must have beside them is filled
 * in, and the result has passed `parsePackIndex`.
 */
import type { IndexedGuardrail, IndexedTool, PackIndex } from '../src/pack/pack-index.js';
import { parsePackIndex } from '../src/pack/parse-index.js';

/** An id, or an entry of which only the id must be given. */
type Part<Entry extends { readonly id: string }> = string | (Partial<Entry> & { readonly id: string });

/**
 * What `anIndex` is told; every field has a default.
 *
 * @example
 * ```ts
 * const parts: IndexParts = { packId: 'acme.mail', tools: [{ id: 'acme.mail.send', mutating: true }] };
 * ```
 */
export type IndexParts = Partial<Omit<PackIndex, 'tools' | 'guardrails' | 'env'>> & {
  /** Default none. A tool takes and gives anything unless it has `input` and `output`. */
  readonly tools?: readonly Part<IndexedTool>[] | undefined;
  /** Guardrails of the code kind, by whose id (or `checkId`) a check is called. Default none. */
  readonly guardrails?: readonly Part<IndexedGuardrail>[] | undefined;
  /** Environment names that the pack reads. Default none of either kind. */
  readonly env?: Partial<NonNullable<PackIndex['env']>> | undefined;
};

/**
 * Makes a pack index.
 *
 * @example
 * ```ts
 * const index = anIndex({
 *   tools: ['acme.echo', { id: 'acme.pay', version: '2.0.0', mutating: true }],
 *   guardrails: ['acme.polite'],
 *   env: { required: ['ACME_KEY'] },
 * });
 * await using service = await startPackService({ index, tools: { 'acme.echo': (input) => input } });
 * ```
 *
 * @throws PackUsageError naming each part that makes it no index.
 */
export function anIndex({ tools = [], guardrails = [], env, ...overrides }: IndexParts = {}): PackIndex {
  return parsePackIndex({
    v: 1,
    packId: 'acme.test',
    packVersion: '1.0.0',
    artifactVersion: 'test.1',
    publishedAt: '2026-01-01T00:00:00.000Z',
    agents: [],
    flows: [],
    ...overrides,
    tools: tools.map(asTool),
    guardrails: guardrails.map(asGuardrail),
    ...(env === undefined ? {} : { env: { required: [], optional: [], ...env } }),
  });
}

function asTool(part: Part<IndexedTool>): IndexedTool {
  const entry = typeof part === 'string' ? { id: part } : part;
  return { input: {}, output: {}, modulePath: `tools/${entry.id}.ts`, ...entry };
}

function asGuardrail(part: Part<IndexedGuardrail>): IndexedGuardrail {
  const entry = typeof part === 'string' ? { id: part } : part;
  const checkModulePath = `guardrails/${entry.id}.ts`;
  return { kind: 'code', action: { 'on-violation': 'block' }, checkModulePath, ...entry };
}
