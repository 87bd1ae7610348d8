import { describe, expect, it } from 'vitest';
import { compareReplicas } from '../../src/pack/compare-replicas.js';
import type { PackInfo } from '../../src/protocol/messages.js';
import { anIndex, infoOf } from './an-index.js';

const info = infoOf(anIndex());

/** Replicas `http://1`, `http://2`, … that differ from each other in this alone. */
function replicas(...changes: readonly Partial<PackInfo>[]) {
  return changes.map((change, at) => ({ url: `http://${at + 1}`, info: { ...info, ...change } }));
}

describe('replicas that serve the same', () => {
  it('give no finding, however many and however they sort their lists', () => {
    expect(compareReplicas([])).toEqual([]);
    expect(compareReplicas(replicas({}))).toEqual([]);
    const resorted = { tools: [...info.tools].reverse(), checks: [...info.checks, ...info.checks].reverse() };
    expect(compareReplicas(replicas({}, resorted, { missingEnv: ['ACME_KEY'] }))).toEqual([]);
  });
});

describe('replicas that differ', () => {
  it.each<[string, Partial<PackInfo>, string]>([
    ['protocol', { protocol: 3 }, '2 (http://1, http://3), 3 (http://2)'],
    ['packId', { packId: 'acme.bank' }, 'acme.bank (http://2), acme.shop (http://1, http://3)'],
    ['packVersion', { packVersion: '1.3.0' }, '1.2.0 (http://1, http://3), 1.3.0 (http://2)'],
    [
      'artifactVersion',
      { artifactVersion: '20260103.1' },
      '20260102.1 (http://1, http://3), 20260103.1 (http://2)',
    ],
  ])('in %s: say who answers what', (subject, change, actual) => {
    expect(compareReplicas(replicas({}, change, {}))).toEqual([
      {
        code: 'replicas-differ',
        severity: 'warning',
        subject,
        message: expect.stringContaining(`${subject} depends on the replica a call reaches`),
        actual,
      },
    ]);
  });

  it('in a tool or a check: say which of them have it', () => {
    const changed = {
      tools: [...info.tools, { id: 'acme.new', version: '1.0.0' }],
      checks: info.checks.filter((id) => id !== 'acme.tone'),
    };
    expect(compareReplicas(replicas({}, changed, {}))).toEqual([
      {
        code: 'replicas-differ',
        severity: 'warning',
        subject: 'acme.new@1.0.0',
        message: 'calls to acme.new@1.0.0 can be answered by 1 of 3 replicas only',
        expected: 'http://1, http://2, http://3',
        actual: 'http://2',
      },
      {
        code: 'replicas-differ',
        severity: 'warning',
        subject: 'acme.tone',
        message: 'checks by acme.tone can be answered by 2 of 3 replicas only',
        expected: 'http://1, http://2, http://3',
        actual: 'http://1, http://3',
      },
    ]);
  });

  it('come in the same order whoever answers first', () => {
    const several = replicas({}, { packVersion: '2', tools: [] }, { checks: [] });
    expect(compareReplicas(several).length).toBeGreaterThan(3);
    expect(compareReplicas([...several].reverse())).toEqual(compareReplicas(several));
  });
});
