/** What a client with an index does before it sends: the embedded service says what a service would have said. */
import { expect, onTestFinished, test } from 'vitest';
import type { RunningPackService } from '../../mocks/index.js';
import {
  createPackClient,
  type PackClient,
  type PackClientOptions,
  type PackError,
  PackUsageError,
  parsePackIndex,
} from '../../src/index.js';
import { createIndexRules } from '../../src/pack/index-rules.js';
import { findSchemaProblems, type SchemaProblem } from '../../src/pack/index-schema-problems.js';
import type { IndexedTool, JsonSchema } from '../../src/pack/pack-index.js';
import { echo, pack, start, tool } from '../mocks/packs.js';

const ctx = { tenantId: 't-1', runId: 'run-1' };

interface Sides {
  readonly service: RunningPackService;
  /** Checks inputs by the index that the service serves. */
  readonly strict: PackClient;
  /** Sends whatever it is given. */
  readonly plain: PackClient;
}

/** A service of these tools, each an echo, and a client of either kind. */
async function startSides(
  tools: readonly IndexedTool[],
  options: Partial<PackClientOptions> = {},
): Promise<Sides> {
  const index = parsePackIndex(pack({ tools }));
  const handlers = Object.fromEntries(tools.map(({ id }) => [id, echo]));
  const service = await start({ index, tools: handlers });
  const client = (more: Partial<PackClientOptions>) => {
    const made = createPackClient({ url: service.url, token: service.token, ...options, ...more });
    onTestFinished(() => made.close({ graceMs: 0 }));
    return made;
  };
  return { service, strict: client({ index, validateInput: true }), plain: client({}) };
}

const object = (properties: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
});
const draft = (name: string): JsonSchema => ({ $schema: `http://json-schema.org/${name}/schema#` });

test.each<[string, JsonSchema, unknown]>([
  ['a wrong type', object({ n: { type: 'integer' } }), { n: 'one' }],
  ['a missing property', object({}, { required: ['n'] }), {}],
  ['a property too many', object({}, { additionalProperties: false }), { n: 1 }],
  ['a property too many, inherited by name only', object({}, { required: ['constructor'] }), {}],
  ['a format', object({ at: { type: 'string', format: 'date-time' } }), { at: 'soon' }],
  ['a place with a slash and a tilde', object({ 'a/b~c': { type: 'null' } }), { 'a/b~c': 0 }],
  ['a branch', { anyOf: [{ type: 'string' }, object({ n: { const: 1 } }, { required: ['n'] })] }, { n: 2 }],
  ['a reference', { $ref: '#/$defs/n', $defs: { n: { minimum: 3 } } }, 2],
  ['a place in a list, in the newest dialect', { prefixItems: [{ type: 'string' }] }, [1]],
  ['a place in a list, in draft-07', { ...draft('draft-07'), items: [{ type: 'string' }] }, [1]],
  ['a dependency, in draft-06', { ...draft('draft-06'), dependencies: { a: ['b'] } }, { a: 1 }],
  [
    'recursion, in draft 2019-09',
    {
      $schema: 'https://json-schema.org/draft/2019-09/schema',
      $recursiveAnchor: true,
      ...object({ next: { $recursiveRef: '#' }, n: { type: 'integer' } }),
    },
    { next: { next: { n: 'x' } } },
  ],
  ['what a date becomes on the wire', object({ at: { type: 'integer' } }), { at: new Date(0) }],
  ['a wrong value beside a default', object({ a: { default: 1 }, b: { type: 'null' } }), { b: 1 }],
  ['a default that does not fit itself', object({ a: { type: 'string', default: 1 } }), {}],
])('%s is found here with the issues of a service, and nothing is sent', async (_what, schema, input) => {
  const { service, strict, plain } = await startSides([tool('strict', { input: schema })]);
  const call = { tool: 'strict', input, ctx };
  const remote = await plain.invoke(call);
  service.forgetCalls();
  const local = await strict.invoke(call);
  const said = { kind: 'error', code: 'input-validation-failed', toolId: 'strict', execution: 'did-not-run' };
  expect(remote).toMatchObject(said);
  expect(local).toMatchObject({ ...said, local: true, attempts: [], stopped: 'not-started' });
  expect(issuesOf(local)).toEqual(issuesOf(remote));
  expect(issuesOf(local)).not.toEqual([]);
  expect(service.calls).toEqual([]);
});

function issuesOf(outcome: object): PackError['issues'] {
  return 'issues' in outcome && Array.isArray(outcome.issues) ? outcome.issues : [];
}

test('a default counts as given, and is left to the service to fill in', async () => {
  const input = object(
    { status: { type: 'string', default: 'any' }, page: object({ size: { default: 20 } }, { default: {} }) },
    { required: ['status', 'page'] },
  );
  const { service, strict } = await startSides([tool('list', { input })]);
  const given = {};
  const outcome = await strict.invoke({ tool: 'list', input: given, ctx });
  expect(outcome).toMatchObject({ kind: 'result', output: { status: 'any', page: { size: 20 } } });
  expect(service.calls[0]?.message).toMatchObject({ input: {} });
  expect(given).toEqual({});
});

test('the version that is called decides on the schema; without one, the service decides', async () => {
  const { service, strict } = await startSides([
    tool('twice', { version: '1.0.0', input: object({ n: { type: 'integer' } }) }),
    tool('twice', { version: '2.0.0', input: object({ n: { type: 'string' } }) }),
  ]);
  const call = (version: string) => strict.invoke({ tool: { id: 'twice', version }, input: { n: 'x' }, ctx });
  expect(await call('1.0.0')).toMatchObject({ code: 'input-validation-failed', local: true });
  expect(await call('2.0.0')).toMatchObject({ kind: 'result' });
  expect(await strict.invoke({ tool: 'twice', input: {}, ctx })).toMatchObject({
    code: 'tool-version-mismatch',
  });
  expect(service.calls).toHaveLength(2);
});

test('a tool that the runtime runs itself is refused, and nothing is sent', async () => {
  const { service, strict } = await startSides([tool('rates', { version: '1.0.0', spec: { kind: 'http' } })]);
  for (const named of ['rates', { id: 'rates', version: '1.0.0' }]) {
    const refused = strict.invoke({ tool: named, input: {}, ctx });
    await expect(refused).rejects.toBeInstanceOf(PackUsageError);
    await expect(refused).rejects.toMatchObject({
      issues: [{ path: 'tool', message: expect.stringContaining('the runtime runs it itself') }],
    });
  }
  expect(service.requests.size).toBe(0);
});

const broken = [
  tool('broken', { input: { pattern: '(' } }),
  tool('lost', { version: '1.0.0', input: { $ref: '#/$defs/nowhere' } }),
];
const problems: readonly SchemaProblem[] = [
  { toolId: 'broken', path: '/tools/1/input', reason: expect.stringContaining('Invalid regular expression') },
  {
    toolId: 'lost',
    version: '1.0.0',
    path: '/tools/2/input',
    reason: expect.stringContaining("can't resolve"),
  },
];
const sound = tool('sound', { input: object({ n: { type: 'integer' } }) });

test('schemas that do not compile are all found at once, each with its tool', async () => {
  const unserved = tool('declarative', { spec: {}, input: { pattern: '(' } });
  const index = parsePackIndex(pack({ tools: [sound, ...broken, unserved] }));
  expect(await findSchemaProblems(index)).toEqual(problems);
  expect(await findSchemaProblems(pack({ tools: [sound] }))).toEqual([]);
});

test('a schema that does not compile leaves its tool to the service, and the others checked', async () => {
  const records: unknown[] = [];
  const keep = (fields: object) => void records.push(fields);
  const logger = { debug: () => {}, info: () => {}, warn: keep };
  const { service, strict } = await startSides([sound, ...broken], { logger });
  for (const id of ['broken', 'lost', 'broken']) {
    const outcome = await strict.invoke({ tool: id, input: 'x', ctx });
    expect(outcome).toMatchObject({ kind: 'error', code: 'input-validation-failed', toolId: id });
    expect(outcome).not.toHaveProperty('local');
  }
  expect(await strict.invoke({ tool: 'sound', input: { n: 'x' }, ctx })).toMatchObject({ local: true });
  expect(await strict.invoke({ tool: 'sound', input: { n: 1 }, ctx })).toMatchObject({ kind: 'result' });
  expect(service.calls).toHaveLength(4);
  const told = records.filter((record) => Object(record).event === 'pack.schema');
  expect(told).toEqual(
    problems.map(({ toolId, version, reason }) => ({ event: 'pack.schema', toolId, version, reason })),
  );
});

test('a schema that does not compile is reported once', async () => {
  const reported: SchemaProblem[] = [];
  const rules = createIndexRules(pack({ tools: [sound, ...broken] }), (problem) => reported.push(problem));
  for (const each of [...broken, ...broken, sound]) {
    expect(await rules.issuesOf(each, Buffer.from('{"input":{}}'))).toEqual([]);
  }
  expect(reported).toEqual(problems);
});
