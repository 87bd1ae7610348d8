/** Tools of an index against those a service serves; and the order and words of all findings. */
import { describe, expect, it } from 'vitest';
import { compareInfo } from '../../src/pack/compare-info.js';
import { sortFindings } from '../../src/pack/findings.js';
import type { Finding, FindingCode } from '../../src/pack/reports.js';
import { anIndex, type ComparedTool, indexOf, infoOf } from './an-index.js';

const info = infoOf(anIndex());

/** Short forms: `code subject`. */
function brief(findings: readonly Finding[]): string[] {
  return findings.map(({ code, subject }) => `${code} ${subject}`);
}

/** Tools written as `id` or `id@version`. */
function toolsOf(names: readonly string[]): ComparedTool[] {
  return names.map((name) => {
    const [id = '', version] = name.split('@');
    return version === undefined ? { id } : { id, version };
  });
}

function compareTools(indexed: readonly string[], served: readonly string[]): readonly Finding[] {
  return compareInfo(indexOf(toolsOf(indexed)), { ...info, tools: toolsOf(served), checks: [] });
}

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

  it.each<[ComparedTool[], string[], string[]]>([
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
