/**
 * The index of the pack that the contract suite calls. A pack in another language that serves these tools and
 * checks can stand behind the suite; what each does is told by `target.ts`. Whoever changes an entry changes
 * `contract-pack.ts` and the Python pack in `test/peer/pack` with it.
 */
import type { PackIndex } from '../../src/index.js';

export const artifactVersion = 'contract.1';
export const publishedAt = '2026-01-01T00:00:00.000Z';
const packId = 'contract';
const packVersion = '1.2.3';

const anything = {};
const anObject = { type: 'object' };
const aText = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };

const withDefaults = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    greeting: { type: 'string', default: 'hello' },
    style: { type: 'object', default: {}, properties: { loud: { type: 'boolean', default: false } } },
  },
  required: ['name'],
  additionalProperties: false,
};

const holdInput = {
  type: 'object',
  properties: {
    key: { type: 'string' },
    until: { type: 'string' },
    stubborn: { type: 'boolean', default: false },
  },
  required: ['key', 'until'],
};

const limit = {
  type: 'object',
  properties: { maxLength: { type: 'integer', minimum: 0 } },
  required: ['maxLength'],
};

const echoFile = { version: packVersion, modulePath: 'tools/echo.py' };
const faultyFile = { version: packVersion, modulePath: 'tools/faulty.py' };
const holdFile = { version: packVersion, modulePath: 'tools/hold.py' };
const checkFile = {
  kind: 'zero-llm',
  action: { 'on-violation': 'halt' },
  checkModulePath: 'guardrails/checks.py',
};

/** In the index, but its module does not define it. */
export const hollowTool = { id: 'contract.hollow', input: anObject, output: anything, ...echoFile };
/** In the index, but its module does not define it. */
export const hollowCheck = { id: 'contract.guard.hollow', checkId: 'contract.hollow-check', ...checkFile };

/**
 * The pack as a service serves it: sorted by id, then version, the hollow entries last.
 *
 * @example
 * ```ts
 * await writeFile('index.json', JSON.stringify(contractIndex)); // for a service in another language
 * ```
 */
export const contractIndex: PackIndex = {
  v: 1,
  packId,
  packVersion,
  artifactVersion,
  publishedAt,
  tools: [
    { id: 'contract.context', input: anObject, output: anObject, ...echoFile },
    { id: 'contract.defaults', input: withDefaults, output: anObject, ...echoFile },
    { id: 'contract.echo', input: anObject, output: anything, ...echoFile },
    { id: 'contract.hold', input: holdInput, output: anObject, ...holdFile },
    { id: 'contract.holds', input: anObject, output: anObject, ...holdFile },
    { id: 'contract.read', input: aText, output: aText, mutating: false, ...echoFile },
    { id: 'contract.throw', input: aText, output: anything, ...faultyFile },
    {
      id: 'contract.unloadable',
      version: packVersion,
      input: anObject,
      output: anything,
      modulePath: 'tools/unloadable.py',
    },
    {
      id: 'contract.versioned',
      version: '1.0.0',
      input: anObject,
      output: anything,
      modulePath: 'tools/versioned_one.py',
    },
    {
      id: 'contract.versioned',
      version: '2.0.0',
      input: anObject,
      output: anything,
      modulePath: 'tools/versioned_two.py',
    },
    { id: 'contract.wrong-output', input: anObject, output: aText, ...faultyFile },
    hollowTool,
  ],
  guardrails: [
    { id: 'contract.check-throws', checkId: 'contract.check-throws', ...checkFile },
    { id: 'contract.guard.no-verdict', checkId: 'contract.no-verdict', ...checkFile },
    { id: 'contract.guard.says', checkId: 'contract.says', ...checkFile },
    {
      id: 'contract.guard.short',
      checkId: 'contract.short',
      config: { maxLength: 9 },
      configSchema: limit,
      ...checkFile,
    },
    hollowCheck,
  ],
  agents: [],
  flows: [],
  env: { required: ['CONTRACT_REGION', 'CONTRACT_ZONE'], optional: ['CONTRACT_EXTRA'] },
};
