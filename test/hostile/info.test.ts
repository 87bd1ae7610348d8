/**
 * What a service says of itself has no end: 32 MiB of `/v1/info` are a million tools. Comparing it, and showing it, costs
 * about what it weighs, and what is left out is counted.
 */
import { describe, expect, it } from 'vitest';
import { createPaper } from '../../src/cli/paper.js';
import { tableLines } from '../../src/cli/table.js';
import { compareInfo, type Finding, type PackInfo, parsePackIndex } from '../../src/index.js';
import { compareReplicas } from '../../src/pack/compare-replicas.js';
import { pack, tool } from '../mocks/packs.js';

const many = 100_000;
const names = (prefix: string) => Array.from({ length: many }, (_, at) => `${prefix}${(at * 7_919) % many}`);
const index = parsePackIndex(pack({ tools: [tool('one', { version: '1' })] }));
const info: PackInfo = {
  protocol: 2,
  packId: index.packId,
  packVersion: index.packVersion,
  artifactVersion: index.artifactVersion,
  tools: [...names('t').map((id) => ({ id })), ...names('v').map((version) => ({ id: 'one', version }))],
  checks: names('c'),
  missingEnv: names('E'),
};

function counted(findings: readonly Finding[], code: Finding['code']) {
  return findings.filter((finding) => finding.code === code);
}

describe('a service of 100,000 of everything', () => {
  const findings = compareInfo(index, info);

  it.each<[Finding['code'], string, string]>([
    ['check-extra', 'c', '99000 more checks are served, though not indexed'],
    ['env-missing', 'E', '99000 more environment names are unset or empty at the service'],
    ['env-undeclared', 'E', 'the service needs 99000 more environment names that the index does not declare'],
  ])('has a thousand findings of %s, and one of the rest', (code, prefix, message) => {
    const found = counted(findings, code);
    expect(found).toHaveLength(1_001);
    expect(found.filter((finding) => finding.message === message)).toMatchObject([{ subject: index.packId }]);
    const subjects = found.map(({ subject }) => subject).filter((subject) => subject !== index.packId);
    expect(subjects).toEqual(names(prefix).sort().slice(0, 1_000));
  });

  it('has as many of tools, and one for the version that is not among those served', () => {
    expect(counted(findings, 'tool-extra')).toHaveLength(1_001);
    expect(counted(findings, 'tool-version-mismatch')).toHaveLength(1);
    const served = compareInfo(index, { ...info, tools: [...info.tools, { id: 'one', version: '1' }] });
    const ofOne = counted(served, 'tool-extra').filter(({ subject }) => subject.startsWith('one'));
    expect(ofOne).toHaveLength(1_001);
    expect(ofOne.find(({ subject }) => subject === 'one')?.message).toBe(
      '99000 more versions of one are served, though not indexed',
    );
  });

  it('whatever the order of its lists', () => {
    const turned = { ...info, tools: info.tools.toReversed(), checks: info.checks.toReversed() };
    expect(compareInfo(index, turned)).toEqual(findings);
  });

  it('beside one of nothing: a thousand differences of each kind, and their number', () => {
    const replicas = [
      { url: 'http://a', info },
      { url: 'http://b', info: { ...info, tools: [], checks: [] } },
    ];
    const found = compareReplicas(replicas);
    expect(found).toHaveLength(2_002);
    expect(found.filter(({ message }) => / more /.test(message))).toMatchObject([
      { subject: 'checks', message: '99000 more checks are served by some of 2 replicas only' },
      { subject: 'tools', message: '199000 more tools are served by some of 2 replicas only' },
    ]);
  });
});

describe('a table of what it serves', () => {
  const paper = createPaper(process.stdout, {});

  it('has a line for each, however many', () => {
    const rows = info.tools.map(({ id, version = 'no version' }) => [id, version]);
    expect(tableLines(paper, rows)).toHaveLength(2 * many);
  });

  it('is not padded to its longest word', () => {
    const lines = tableLines(paper, [
      ['x'.repeat(2_000), 'a'],
      ['short', 'b'],
    ]);
    expect(lines.map((line) => line.length)).toEqual([2_005, 85]);
  });
});
