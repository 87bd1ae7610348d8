/** An index against what a service says of itself: pack, checks, environment. Tools: `compare-tools.test.ts`. */
import { describe, expect, it } from 'vitest';
import { PackUsageError } from '../../src/errors.js';
import { compareInfo } from '../../src/pack/compare-info.js';
import type { PackIndex } from '../../src/pack/pack-index.js';
import { parsePackIndex } from '../../src/pack/parse-index.js';
import type { Finding } from '../../src/pack/reports.js';
import type { PackInfo } from '../../src/protocol/messages.js';
import { thrownBy } from '../regressions/set-up.js';
import { anIndex, infoOf, type Json } from './an-index.js';

const index: PackIndex = parsePackIndex(anIndex());
const info = infoOf(index);

/** What a caller without types may pass. */
const untyped = (value: unknown) => JSON.parse('0', () => value);

describe('what cannot be compared', () => {
  it.each([undefined, null, 7, 'index.json', [], {}])('an index that is %j is refused by name', (bad) => {
    const error = thrownBy(() => compareInfo(untyped(bad), info));
    expect(error).toBeInstanceOf(PackUsageError);
    expect(error).toHaveProperty('message', expect.stringMatching(/^cannot compare: index/));
  });

  it.each([undefined, null, 7, [], {}])('an info that is %j is refused by name', (bad) => {
    const error = thrownBy(() => compareInfo(index, untyped(bad)));
    expect(error).toBeInstanceOf(PackUsageError);
    expect(error).toHaveProperty('message', expect.stringMatching(/^cannot compare: info/));
  });

  it.each<[string, (changed: Json) => void, string]>([
    ['tools', (changed) => delete changed['tools'], 'index/tools: missing, expected an array'],
    [
      'a tool',
      (changed) => void changed['tools']?.splice(1, 1, untyped(null)),
      'index/tools/1: expected a tool',
    ],
    [
      'an id',
      (changed) => void Object.assign(changed['tools']?.[0] ?? {}, { id: 5 }),
      'index/tools/0/id: expected a string',
    ],
    [
      'checks',
      (changed) => void Object.assign(changed, { guardrails: 'none' }),
      'index/guardrails: expected an array',
    ],
    [
      'env',
      (changed) => void Object.assign(changed, { env: { required: 3 } }),
      'index/env/required: expected an array',
    ],
  ])('an index whose %s was spoiled after it was parsed is refused with the place', (_what, spoil, says) => {
    const changed = untyped(anIndex());
    parsePackIndex(changed);
    spoil(changed);
    expect(thrownBy(() => compareInfo(changed, info))).toMatchObject({
      name: 'PackUsageError',
      message: `cannot compare: ${says}`,
    });
  });
});

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
