/**
 * The shape of a pack's `index.json` (envelope 1, as of revision 1.4.0), written as JSON Schema 2020-12. It names
 * what must be there and of which type; nothing forbids further fields, because later revisions add some. A
 * `title` says what is expected in words that fit behind "expected". What one schema cannot say (ids that
 * occur twice, a name both required and optional) is checked in `index-problems.ts`.
 */

/** The few keywords that an index needs; `check-shape.ts` knows each of them, and no other. */
export interface IndexSchema {
  readonly title: string;
  readonly type: 'object' | 'array' | 'string' | 'boolean' | 'integer' | 'number';
  readonly const?: 1;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly format?: 'date-time';
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, IndexSchema>>;
  readonly items?: IndexSchema;
  readonly uniqueItems?: true;
}

const text: IndexSchema = { title: 'a string', type: 'string' };
const name: IndexSchema = { title: 'a string that is not empty', type: 'string', minLength: 1 };
const object: IndexSchema = { title: 'an object', type: 'object' };
const list: IndexSchema = { title: 'an array', type: 'array' };
const one: IndexSchema = { title: 'the number 1', type: 'integer', const: 1 };

const envNames: IndexSchema = {
  title: 'an array of environment variable names',
  type: 'array',
  uniqueItems: true,
  items: {
    title: 'an environment variable name that does not start with KINDGI_',
    type: 'string',
    pattern: '^(?!KINDGI_)[A-Za-z_][A-Za-z0-9_]*$',
  },
};

const tool: IndexSchema = {
  title: 'a tool',
  type: 'object',
  required: ['id', 'input', 'output', 'modulePath'],
  properties: {
    id: name,
    version: text,
    description: text,
    input: object,
    output: object,
    modulePath: name,
    effects: arrayOf(object),
    needs: arrayOf(object),
    needsSpec: object,
    sandbox: text,
    limits: object,
    network: object,
    mutating: { title: 'true or false', type: 'boolean' },
    spec: object,
  },
};

const guardrail: IndexSchema = {
  title: 'a guardrail',
  type: 'object',
  required: ['id', 'kind', 'action', 'checkModulePath'],
  properties: {
    id: name,
    checkId: name,
    name: text,
    kind: name,
    action: object,
    severity: text,
    scope: object,
    checkModulePath: name,
    configSchema: object,
    config: object,
    sandbox: text,
    limits: object,
    network: object,
  },
};

const agent: IndexSchema = {
  title: 'an agent',
  type: 'object',
  required: ['id', 'version', 'name', 'instructions', 'capabilities', 'tools', 'modulePath'],
  properties: {
    id: name,
    version: name,
    name: text,
    description: text,
    instructions: text,
    capabilities: list,
    tools: arrayOf({
      title: 'a tool id and a version range',
      type: 'object',
      required: ['id', 'version'],
      properties: { id: name, version: text },
    }),
    modulePath: name,
    retrieval: list,
    guardrails: arrayOf(text),
    budget: object,
    parameters: list,
    preferredProvider: text,
    preferredModel: text,
    tags: arrayOf(text),
    conversationPolicy: object,
    output: object,
    toolErrors: object,
  },
};

const flow: IndexSchema = {
  title: 'a flow',
  type: 'object',
  required: ['id', 'version', 'nodes', 'edges', 'kernelPayloadVersion', 'modulePath'],
  properties: {
    id: name,
    version: name,
    name: text,
    description: text,
    nodes: list,
    edges: list,
    kernelPayloadVersion: one,
    modulePath: name,
    maxParallelism: { title: 'a whole number of at least 1', type: 'integer', minimum: 1 },
    metadata: object,
    output: object,
  },
};

/** A whole index. */
export const packIndexSchema: IndexSchema = {
  title: 'a pack index (an object)',
  type: 'object',
  required: [
    'v',
    'packId',
    'packVersion',
    'artifactVersion',
    'publishedAt',
    'tools',
    'guardrails',
    'agents',
    'flows',
  ],
  properties: {
    v: one,
    packId: name,
    packVersion: name,
    artifactVersion: name,
    publishedAt: {
      title: 'a date and time with its offset (RFC 3339)',
      type: 'string',
      format: 'date-time',
    },
    tools: arrayOf(tool),
    guardrails: arrayOf(guardrail),
    agents: arrayOf(agent),
    flows: arrayOf(flow),
    env: {
      title: 'an object with the lists required and optional',
      type: 'object',
      required: ['required', 'optional'],
      properties: { required: envNames, optional: envNames },
    },
  },
};

function arrayOf(items: IndexSchema): IndexSchema {
  return { title: 'an array', type: 'array', items };
}
