/** Indexes and infos for the tests of this folder: one valid index with everything in it, and what fits to it. */
import { checkIdOf, isDeclarative, type PackIndex } from '../../src/pack/pack-index.js';
import type { PackInfo } from '../../src/protocol/messages.js';

/** A JSON value that tests may change at will. */
export type Json = { [field: string]: Json } & Json[];

const open = { type: 'object' };

/** A fresh, valid index that uses every field the schema names. */
export function anIndex() {
  return {
    v: 1 as const,
    packId: 'acme.shop',
    packVersion: '1.2.0',
    artifactVersion: '20260102.1',
    publishedAt: '2026-01-02T03:04:05.678Z',
    tools: [
      { id: 'acme.refund', version: '1.0.0', input: open, output: open, modulePath: 'tools/refund.ts' },
      { id: 'acme.refund', version: '2.0.0', input: open, output: open, modulePath: 'tools/refund-2.ts' },
      { id: 'acme.echo', input: open, output: open, modulePath: 'tools/echo.ts', mutating: false },
      {
        id: 'acme.rates',
        version: '1.0.0',
        description: 'asks another service',
        input: open,
        output: open,
        modulePath: 'tools/rates.ts',
        effects: [{ kind: 'network' }],
        needs: [{ kind: 'secret' }],
        needsSpec: {},
        sandbox: 'process',
        limits: {},
        network: {},
        spec: { kind: 'http' },
      },
    ],
    guardrails: [
      {
        id: 'acme.polite',
        checkId: 'acme.tone',
        name: 'Tone',
        kind: 'code',
        action: { 'on-violation': 'block' },
        severity: 'high',
        scope: {},
        checkModulePath: 'guardrails/tone.ts',
        configSchema: {},
        config: {},
        sandbox: 'process',
        limits: {},
        network: {},
      },
      { id: 'acme.short', kind: 'code', action: {}, checkModulePath: 'guardrails/short.ts' },
    ],
    agents: [
      {
        id: 'acme.clerk',
        version: '1.0.0',
        name: 'Clerk',
        description: '',
        instructions: '',
        capabilities: [],
        tools: [{ id: 'acme.echo', version: '^1.0.0' }],
        modulePath: 'agents/clerk.ts',
        retrieval: [],
        guardrails: ['acme.polite'],
        budget: {},
        parameters: [],
        preferredProvider: 'any',
        preferredModel: 'any',
        tags: ['desk'],
        conversationPolicy: {},
        output: {},
        toolErrors: {},
      },
    ],
    flows: [
      {
        id: 'acme.order',
        version: '1.0.0',
        name: 'Order',
        description: '',
        nodes: [],
        edges: [],
        kernelPayloadVersion: 1,
        modulePath: 'flows/order.ts',
        maxParallelism: 2,
        metadata: {},
        output: {},
      },
    ],
    env: { required: ['ACME_KEY'], optional: ['ACME_REGION'] },
  };
}

/** A fresh valid index as plain JSON. */
export function anyIndex(): Json {
  return JSON.parse(JSON.stringify(anIndex()));
}

/** What a service that runs this very index says of itself. */
export function infoOf(index: PackIndex): PackInfo {
  return {
    protocol: 2,
    packId: index.packId,
    packVersion: index.packVersion,
    artifactVersion: index.artifactVersion,
    tools: index.tools
      .filter((tool) => !isDeclarative(tool))
      .map(({ id, version }) => (version ? { id, version } : { id })),
    checks: index.guardrails.map(checkIdOf),
    missingEnv: [],
  };
}

/** As much of a tool as comparing looks at. */
export interface ComparedTool {
  readonly id: string;
  readonly version?: string;
  readonly spec?: Readonly<Record<string, unknown>>;
}

/** An index that holds these tools and nothing else. */
export function indexOf(tools: readonly ComparedTool[]): PackIndex {
  const rest = { input: {}, output: {}, modulePath: 'a.ts' };
  return { ...anIndex(), tools: tools.map((tool) => ({ ...tool, ...rest })), guardrails: [] };
}
