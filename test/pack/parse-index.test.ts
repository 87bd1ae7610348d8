/** Which indexes are taken, and what is said about those that are not. */
import { describe, expect, it } from 'vitest';
import { PackUsageError } from '../../src/errors.js';
import { isParsedIndex, parsePackIndex } from '../../src/pack/parse-index.js';
import { anIndex, anyIndex } from './an-index.js';
import { changed, issuesOf, withValue } from './changed-index.js';

const pathsOf = (value: unknown) => issuesOf(value).map(({ path }) => path);

describe('a valid index', () => {
  it('is returned as it is and remembered', () => {
    const value: unknown = anIndex();
    expect(isParsedIndex(value)).toBe(false);
    expect(parsePackIndex(value)).toBe(value);
    expect(isParsedIndex(value)).toBe(true);
    expect(isParsedIndex(structuredClone(value))).toBe(false);
  });

  it('is checked again each time it is parsed', () => {
    const value = anyIndex();
    parsePackIndex(value);
    Reflect.set(value, 'packId', '');
    expect(pathsOf(value)).toEqual(['/packId']);
  });

  it('may hold fields of a later revision at every level', () => {
    const value = changed((index) => {
      for (const at of [
        index,
        index['env'],
        ...['tools', 'guardrails', 'agents', 'flows'].map((list) => index[list]?.[0]),
      ]) {
        Reflect.set(Object(at), 'somethingNew', { of: 'later' });
      }
    });
    expect(parsePackIndex(value)).toBe(value);
    expect(Reflect.get(Object(value), 'somethingNew')).toEqual({ of: 'later' });
  });

  it('need not be sorted, nor declare an environment', () => {
    expect(issuesOf(changed((index) => index['tools']?.reverse()))).toEqual([]);
    expect(issuesOf(withValue('/env', undefined))).toEqual([]);
  });

  it.each([
    ['one id in several versions', '/tools/1/version', '3.0.0'],
    ['a leap day', '/publishedAt', '2028-02-29T23:59:60Z'],
    ['an offset instead of Z', '/publishedAt', '2026-09-20T14:32:07+02:00'],
    ['an env name that only looks like a reserved one', '/env/optional/0', 'MY_KINDGI_X'],
  ])('may have %s', (_what, pointer, value) => {
    expect(issuesOf(withValue(pointer, value))).toEqual([]);
  });
});

describe('a refused index', () => {
  it.each([
    ['undefined', undefined],
    ['null', null],
    ['a text', '{}'],
    ['a number', 1],
    ['an array', []],
  ])('%s is no object', (_what, value) => {
    expect(issuesOf(value)).toEqual([{ path: '', message: 'expected a pack index (an object)' }]);
  });

  it.each([
    ['/v', undefined, 'missing, expected the number 1'],
    ['/packId', '', 'expected a string that is not empty'],
    ['/packVersion', 3, 'expected a string that is not empty'],
    ['/artifactVersion', undefined, 'missing, expected a string that is not empty'],
    ['/publishedAt', '2026-01-02', 'expected a date and time with its offset (RFC 3339)'],
    ['/publishedAt', '2026-02-29T00:00:00Z', 'expected a date and time with its offset (RFC 3339)'],
    ['/publishedAt', '2026-01-02T24:00:00Z', 'expected a date and time with its offset (RFC 3339)'],
    ['/publishedAt', '2026-01-02T03:04:05', 'expected a date and time with its offset (RFC 3339)'],
    ['/tools', {}, 'expected an array'],
    ['/tools/2', [], 'expected a tool'],
    ['/tools/3/input', undefined, 'missing, expected an object'],
    ['/tools/3/output', true, 'expected an object'],
    ['/tools/0/version', 1, 'expected a string'],
    ['/tools/0/mutating', 'no', 'expected true or false'],
    ['/tools/3/spec', null, 'expected an object'],
    ['/tools/3/effects/0', 'network', 'expected an object'],
    ['/guardrails/0/checkId', '', 'expected a string that is not empty'],
    ['/guardrails/1/checkModulePath', undefined, 'missing, expected a string that is not empty'],
    ['/agents/0/tools/0/version', undefined, 'missing, expected a string'],
    ['/agents/0/guardrails/0', 7, 'expected a string'],
    ['/flows/0/kernelPayloadVersion', 2, 'expected the number 1'],
    ['/flows/0/maxParallelism', 0, 'expected a whole number of at least 1'],
    ['/flows/0/maxParallelism', 1.5, 'expected a whole number of at least 1'],
    ['/env/optional', undefined, 'missing, expected an array of environment variable names'],
    [
      '/env/required/0',
      'KINDGI_TOKEN',
      'expected an environment variable name that does not start with KINDGI_',
    ],
    ['/env/required/0', 'A-B', 'expected an environment variable name that does not start with KINDGI_'],
    ['/env/required/0', 'AB\n', 'expected an environment variable name that does not start with KINDGI_'],
    ['/env/required', ['A', 'B', 'A'], 'expected each name once', '/env/required/2'],
    ['/env/optional/0', 'ACME_KEY', 'expected a name that is not also required'],
    ['/tools/1/version', '1.0.0', 'expected an id and version other than that of /tools/0', '/tools/1'],
    [
      '/guardrails/1/id',
      'acme.tone',
      'expected a check id other than that of /guardrails/0',
      '/guardrails/1',
    ],
  ])('%s = %j: %s', (pointer, value, message, path = pointer) => {
    expect(issuesOf(withValue(pointer, value))).toEqual([{ path, message }]);
  });

  it.each(['tools', 'agents', 'flows'])('%s hold each id and version once', (list) => {
    const twice = changed((index) => index[list]?.push(structuredClone(Object(index[list]?.[0]))));
    expect(issuesOf(twice)).toHaveLength(1);
    expect(issuesOf(twice)[0]?.message).toContain(`/${list}/0`);
  });

  it('takes an empty version for none', () => {
    const twice = changed((index) => {
      index['tools']?.push({ ...Object(index['tools']?.[2]), version: '' });
    });
    expect(pathsOf(twice)).toEqual(['/tools/4']);
  });

  it.each([[2], [0], ['1'], [null], [{}]])('a strange envelope (v: %j) is one clear issue', (v) => {
    const strange = { v, tools: 'quite different there' };
    expect(issuesOf(strange)).toEqual([
      { path: '/v', message: 'expected 1: a later index envelope cannot be read' },
    ]);
  });

  it('names every problem at once', () => {
    const value = changed((index) => {
      Reflect.deleteProperty(index, 'packId');
      Reflect.set(Object(index['tools']?.[0]), 'input', 1);
      index['tools']?.push(structuredClone(Object(index['tools']?.[1])));
      Reflect.set(Object(index['env']), 'optional', ['KINDGI_X']);
    });
    expect(pathsOf(value)).toEqual(['/packId', '/tools/0/input', '/env/optional/0', '/tools/4']);
  });

  it('quotes nothing of what it was given', () => {
    const value = withValue('/packId', { secret: 'hunter2' });
    Reflect.set(Object(value), 'publishedAt', 'hunter2'.repeat(1_000));
    expect(() => parsePackIndex(value)).toThrow(PackUsageError);
    expect(JSON.stringify(issuesOf(value))).not.toContain('hunter2');
  });

  it('lists every problem, and of a hostile index the first thousand', () => {
    const withBadTools = (length: number) =>
      withValue(
        '/tools',
        Array.from({ length }, () => 1),
      );
    const few = issuesOf(withBadTools(60));
    expect(few).toHaveLength(60);
    expect(few[59]).toMatchObject({ path: '/tools/59' });
    const many = issuesOf(withBadTools(100_000));
    expect(many).toHaveLength(1_001);
    expect(many[1_000]).toEqual({ path: '', message: 'there may be more: the search ends here' });
  });

  it('says no more than twenty of them in its message', () => {
    const bad = withValue(
      '/tools',
      Array.from({ length: 60 }, () => 1),
    );
    expect(() => parsePackIndex(bad)).toThrow(/tools\/19: [^;]+; and 40 more in `issues`$/);
  });
});

describe('keys with a meaning in JavaScript', () => {
  it('are data where they are not asked for', () => {
    const source = JSON.stringify(anIndex()).replace('{', '{"__proto__":{"env":1},"constructor":1,');
    const index = parsePackIndex(JSON.parse(source));
    expect(Object.getPrototypeOf(index)).toBe(Object.prototype);
    expect(Object.keys(index).slice(0, 2)).toEqual(['__proto__', 'constructor']);
  });

  it('give no field to an object that lacks it', () => {
    const source = JSON.stringify(anIndex()).replace('"id":"acme.echo"', '"__proto__":{"id":"acme.echo"}');
    expect(pathsOf(JSON.parse(source))).toEqual(['/tools/2/id']);
    expect(pathsOf(Object.create(anIndex()))).toContain('/tools');
  });
});
