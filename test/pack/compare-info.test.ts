/** An index against what a service says of itself: pack, checks, environment. Tools: `compare-tools.test.ts`. */
import { describe, expect, it } from 'vitest';
import { compareInfo } from '../../src/pack/compare-info.js';
import type { PackIndex } from '../../src/pack/pack-index.js';
import { parsePackIndex } from '../../src/pack/parse-index.js';
import type { Finding } from '../../src/pack/reports.js';
import type { PackInfo } from '../../src/protocol/messages.js';
import { anIndex, infoOf } from './an-index.js';

const index: PackIndex = parsePackIndex(anIndex());
const info = infoOf(index);

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
