import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareInfo } from '../../src/pack/compare-info.js';
import { sortFindings } from '../../src/pack/findings.js';
import { isDeclarative, type PackIndex } from '../../src/pack/pack-index.js';
import { parsePackIndex } from '../../src/pack/parse-index.js';
import type { Finding, FindingCode } from '../../src/pack/reports.js';
import type { PackInfo } from '../../src/protocol/messages.js';
import { anIndex, infoOf } from './an-index.js';

interface Tool {
  readonly id: string;
  readonly version?: string;
  readonly spec?: Readonly<Record<string, unknown>>;
}

const index: PackIndex = parsePackIndex(anIndex());
const info = infoOf(index);

/** An index that holds these tools and nothing else. */
function indexOf(tools: readonly Tool[]): PackIndex {
  const rest = { input: {}, output: {}, modulePath: 'a.ts' };
  return { ...index, tools: tools.map((tool) => ({ ...tool, ...rest })), guardrails: [] };
}

/** Short forms: `code subject`. */
function brief(findings: readonly Finding[]): string[] {
  return findings.map(({ code, subject }) => `${code} ${subject}`);
}

/** Tools written as `id` or `id@version`. */
function toolsOf(names: readonly string[]): Tool[] {
  return names.map((name) => {
    const [id = '', version] = name.split('@');
    return version === undefined ? { id } : { id, version };
  });
}

function compareTools(indexed: readonly string[], served: readonly string[]): readonly Finding[] {
  return compareInfo(indexOf(toolsOf(indexed)), { ...info, tools: toolsOf(served), checks: [] });
}

describe('a service that serves what the index says', () => {
  it('gives no finding', () => {
    expect(compareInfo(index, info)).toEqual([]);
  });

  it('may list the tools that the runtime runs itself', () => {
    const listed = { ...info, tools: [...info.tools, { id: 'acme.rates', version: '1.0.0' }] };
    expect(compareInfo(index, listed)).toEqual([]);
  });
});

describe('the pack as a whole', () => {
  it.each<[string, Partial<PackInfo>, Omit<Finding, 'message'>, RegExp]>([
    [
      'another protocol',
      { protocol: 3 },
      { code: 'protocol-mismatch', severity: 'error', subject: 'acme.shop', expected: '2', actual: '3' },
      /calls will be refused/,
    ],
    [
      'another pack',
      { packId: 'acme.bank' },
      {
        code: 'pack-id-mismatch',
        severity: 'error',
        subject: 'acme.shop',
        expected: 'acme.shop',
        actual: 'acme.bank',
      },
      /calls will reach another pack, acme\.bank/,
    ],
    [
      'another version',
      { packVersion: '1.3.0' },
      {
        code: 'pack-version-mismatch',
        severity: 'warning',
        subject: 'acme.shop',
        expected: '1.2.0',
        actual: '1.3.0',
      },
      /calls will run pack version 1\.3\.0/,
    ],
    [
      'another build',
      { artifactVersion: '20260103.1' },
      {
        code: 'artifact-version-mismatch',
        severity: 'warning',
        subject: 'acme.shop',
        expected: '20260102.1',
        actual: '20260103.1',
      },
      /calls will run build 20260103\.1/,
    ],
  ])('%s is one finding', (_what, change, expected, message) => {
    expect(compareInfo(index, { ...info, ...change })).toEqual([
      { ...expected, message: expect.stringMatching(message) },
    ]);
  });
});

describe('tools', () => {
  it.each<[string[], string[], string[]]>([
    [['a'], [], ['tool-missing a']],
    [['a@1', 'a@2'], [], ['tool-missing a']],
    [[], ['a'], ['tool-extra a']],
    [[], ['a@1', 'a@2'], ['tool-extra a']],
    [['a@1'], ['a@2'], ['tool-version-mismatch a@1']],
    [['a@1', 'a@2'], ['a@2'], ['tool-version-mismatch a@1']],
    [
      ['a@1', 'a@2'],
      ['a@3', 'a@4'],
      ['tool-version-mismatch a@1', 'tool-version-mismatch a@2'],
    ],
    [['a@1'], ['a@1', 'a@2'], ['tool-extra a@2']],
    [['a@1', 'a@2'], ['a@2', 'a@3', 'a@1'], ['tool-extra a@3']],
    // A call that names no version gets the only one there is.
    [['a'], ['a@1'], []],
    [['a'], ['a@1', 'a@2'], ['tool-version-mismatch a']],
    [['a', 'a@1'], ['a@1'], ['tool-version-mismatch a']],
    // A call that names a version does not get a tool without one.
    [['a@1'], ['a'], ['tool-version-mismatch a@1']],
    [['a', 'a@1'], ['a', 'a@1'], []],
    // A service lists an empty version as none.
    [['a@'], ['a'], []],
    [['a'], ['a@'], []],
    // A list that names one tool twice says nothing more than once.
    [
      ['a@1', 'a@1'],
      ['b', 'b'],
      ['tool-missing a', 'tool-extra b'],
    ],
    [
      ['__proto__', 'constructor@1'],
      ['toString'],
      ['tool-missing __proto__', 'tool-missing constructor', 'tool-extra toString'],
    ],
  ])('%j indexed, %j served: %j', (indexed, served, findings) => {
    expect(brief(compareTools(indexed, served))).toEqual(findings);
  });

  it.each<[Tool[], string[], string[]]>([
    [[{ id: 'a', version: '1', spec: {} }], [], []],
    [[{ id: 'a', version: '1', spec: {} }], ['a@1'], []],
    [[{ id: 'a', version: '1', spec: {} }], ['a@2'], ['tool-extra a@2']],
    [
      [
        { id: 'a', version: '1', spec: {} },
        { id: 'a', version: '2' },
      ],
      ['a@2'],
      [],
    ],
    [
      [
        { id: 'a', version: '1', spec: {} },
        { id: 'a', version: '2' },
      ],
      ['a@1'],
      ['tool-version-mismatch a@2'],
    ],
    [
      [
        { id: 'a', version: '1', spec: {} },
        { id: 'a', version: '2' },
      ],
      [],
      ['tool-missing a'],
    ],
  ])('%j with a spec indexed, %j served: %j', (indexed, served, findings) => {
    const compared = compareInfo(indexOf(indexed), { ...info, tools: toolsOf(served), checks: [] });
    expect(brief(compared)).toEqual(findings);
  });

  it.each<[string[], string[], string]>([
    [['a'], [], 'calls to a will be answered tool-not-in-pack'],
    [
      ['a@1', 'a@2'],
      ['a@2', 'a@3'],
      'calls to a@1 will be answered tool-version-mismatch: the service serves 2, 3',
    ],
    [
      ['a@1'],
      ['a'],
      'calls to a@1 will be answered tool-version-mismatch, and those that name no version will run another: the service serves no version',
    ],
    [
      ['a'],
      ['a@1', 'a@2'],
      'calls to a that name no version will be answered tool-version-mismatch: the service serves 1, 2',
    ],
    [['a', 'a@1'], ['a@1'], 'calls to a that name no version will run another version: the service serves 1'],
    [
      ['a@1'],
      ['a@1', 'a@2'],
      'a@2 is served too, though not indexed: calls to a that name no version will be answered tool-version-mismatch',
    ],
    [
      ['a@1', 'a@2'],
      ['a@1', 'a@2', 'a@3'],
      'a@3 is served too, though not indexed: calls by this index do not reach it',
    ],
    [[], ['a'], 'a is served, though not indexed: calls by this index do not reach it'],
  ])('%j indexed, %j served: %s', (indexed, served, message) => {
    expect(compareTools(indexed, served).map((one) => one.message)).toEqual([message]);
  });

  it('say in a mismatch which versions stand against each other', () => {
    expect(compareTools(['a@1'], ['a@3', 'a@2'])[0]).toMatchObject({ expected: '1', actual: '2, 3' });
    expect(compareTools(['a'], ['a@3', 'a@2'])[0]).toMatchObject({ expected: 'no version', actual: '2, 3' });
  });
});

describe('checks', () => {
  it('are known by checkId, else by the id of the guardrail', () => {
    const findings = compareInfo(index, { ...info, checks: ['acme.polite'] });
    expect(findings).toEqual([
      {
        code: 'check-missing',
        severity: 'error',
        subject: 'acme.short',
        message: 'checks by acme.short will be answered check-not-in-pack',
      },
      {
        code: 'check-missing',
        severity: 'error',
        subject: 'acme.tone',
        message: 'checks by acme.tone will be answered check-not-in-pack',
      },
      {
        code: 'check-extra',
        severity: 'warning',
        subject: 'acme.polite',
        message: 'acme.polite is served, though not indexed: checks by this index do not reach it',
      },
    ]);
  });
});

describe('environment names', () => {
  it('that the service lacks are errors, and warnings too if the index does not declare them', () => {
    const findings = compareInfo(index, {
      ...info,
      missingEnv: ['ACME_REGION', 'ACME_KEY', 'OTHER', 'OTHER'],
    });
    expect(findings.map(({ severity, code, subject }) => `${severity} ${code} ${subject}`)).toEqual([
      'error env-missing ACME_KEY',
      'error env-missing ACME_REGION',
      'error env-missing OTHER',
      'warning env-undeclared OTHER',
    ]);
  });

  it('are unknown if the service is too old to say', () => {
    const { missingEnv: _missingEnv, ...old } = info;
    const { env: _env, ...undeclared } = index;
    expect(compareInfo(index, old)).toEqual([
      {
        code: 'env-unknown',
        severity: 'info',
        subject: 'acme.shop',
        message: expect.stringContaining('some of the 1 that'),
      },
    ]);
    expect(compareInfo(undeclared, old)).toEqual([
      {
        code: 'env-unknown',
        severity: 'info',
        subject: 'acme.shop',
        message: expect.stringContaining('the index requires none'),
      },
    ]);
  });
});

describe('the order and the words of findings', () => {
  it('is by severity, then code, then subject, by code unit', () => {
    const made = (severity: Finding['severity'], code: FindingCode, subject: string) => ({
      severity,
      code,
      subject,
      message: '',
    });
    const sorted = [
      made('error', 'check-missing', 'Z'),
      made('error', 'check-missing', 'a'),
      made('error', 'check-missing', 'ä'),
      made('error', 'tool-missing', 'a'),
      made('warning', 'check-extra', 'a'),
      made('info', 'env-unknown', 'a'),
    ];
    const given = [...sorted].reverse();
    expect(sortFindings(given)).toEqual(sorted);
    expect(given).toEqual([...sorted].reverse());
  });

  it('keeps long ids and control characters out of messages, not out of subjects', () => {
    const id = `\u001b[2J${'x'.repeat(10_000)}`;
    const [found] = compareTools([], [id]);
    expect(found?.subject).toBe(id);
    expect(found?.message.length).toBeLessThan(300);
    expect(found?.message).not.toContain('\u001b');
  });

  it('lists ten versions at most', () => {
    const served = Array.from({ length: 1_000 }, (_, at) => `a@${at + 1_000}`);
    expect(compareTools(['a@1'], served)[0]?.actual).toMatch(/^1000, .*1009 and 990 more$/);
  });
});

const ids = fc.constantFrom('a', 'b', 'c', '__proto__');
const versions = fc.constantFrom('1', '2', '3');
/** Tools as an indexer writes them: an id has one entry without a version, or several with one each. */
const realTools = fc
  .uniqueArray(fc.record({ id: ids, version: versions, spec: fc.boolean() }), {
    selector: ({ id, version }) => `${id}@${version}`,
  })
  .chain((tools) => fc.tuple(fc.constant(tools), fc.subarray(['a', 'b', 'c', '__proto__'])))
  .map(([tools, bare]): Tool[] => [
    ...tools
      .filter(({ id }) => !bare.includes(id))
      .map(({ id, version, spec }) => (spec ? { id, version, spec: {} } : { id, version })),
    ...bare.map((id) => ({ id })),
  ]);
const checkIds = fc.uniqueArray(ids);
const indexes = fc.record({ tools: realTools, checkIds, env: fc.uniqueArray(ids) }).map(
  ({ tools, checkIds: checks, env }): PackIndex => ({
    ...indexOf(tools),
    guardrails: checks.map((id) => ({ id, kind: 'code', action: {}, checkModulePath: 'a.ts' })),
    env: { required: env, optional: [] },
  }),
);

/** How a service resolves a call: by id and version, or by id alone if it serves a single one. */
function resolves(served: readonly Tool[], { id, version }: Tool): boolean {
  const same = served.filter((tool) => tool.id === id);
  return version === undefined ? same.length === 1 : same.some((tool) => tool.version === version);
}

describe('whatever the index and the service', () => {
  it('an index agrees with the info made from it', () => {
    fc.assert(
      fc.property(indexes, (one) => {
        expect(compareInfo(one, infoOf(one))).toEqual([]);
      }),
    );
  });

  it('the order of lists and what they repeat change nothing', () => {
    fc.assert(
      fc.property(indexes, indexes, fc.infiniteStream(fc.nat()), (one, other, random) => {
        const shuffled = <Item>(items: readonly Item[]): Item[] =>
          items
            .map((item) => ({ item, rank: random.next().value ?? 0 }))
            .sort((a, b) => a.rank - b.rank)
            .map(({ item }) => item);
        const served = infoOf(other);
        const findings = compareInfo(one, served);
        const again = compareInfo(
          { ...one, tools: shuffled(one.tools), guardrails: shuffled(one.guardrails) },
          {
            ...served,
            tools: shuffled([...served.tools, ...served.tools]),
            checks: shuffled([...served.checks, ...served.checks]),
          },
        );
        expect(again).toEqual(findings);
        expect(sortFindings(shuffled(findings))).toEqual(findings);
      }),
    );
  });

  it('a call that the index allows is answered exactly if no error finding names its tool', () => {
    fc.assert(
      fc.property(indexes, indexes, (one, other) => {
        const served = infoOf(other);
        const errors = compareInfo(one, served).filter(({ severity }) => severity === 'error');
        for (const tool of one.tools.filter((each) => !isDeclarative(each))) {
          const named = errors.some(
            ({ code, subject }) =>
              (code === 'tool-missing' && subject === tool.id) ||
              (code === 'tool-version-mismatch' &&
                subject === (tool.version === undefined ? tool.id : `${tool.id}@${tool.version}`)),
          );
          expect(named).toBe(!resolves(served.tools, tool));
        }
        for (const { id } of one.guardrails) {
          expect(errors.some(({ code, subject }) => code === 'check-missing' && subject === id)).toBe(
            !served.checks.includes(id),
          );
        }
      }),
      { numRuns: 500 },
    );
  });
});
