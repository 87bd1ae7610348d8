import { describe, expect, it } from 'vitest';
import { isSafeToRetry, PackCallError, PackUsageError, unwrap } from '../../src/index.js';

const facts = {
  execution: 'ran',
  mayStillRun: false,
  requestId: 'r',
  durationMs: 1,
  attempts: [],
  stopped: 'answered',
} as const;

it('gives what a good outcome holds, falsy or not', () => {
  expect(unwrap({ kind: 'result', output: 0, ...facts })).toBe(0);
  expect(unwrap({ kind: 'result', output: null, ...facts })).toBeNull();
  expect(unwrap({ kind: 'check-result', result: { passed: false }, ...facts })).toEqual({ passed: false });
});

it('throws a bad outcome as the error that carries it', () => {
  const outcome = { kind: 'error', code: 'handler-throw', message: 'm', ...facts } as const;
  expect(() => unwrap(outcome)).toThrow(expect.objectContaining({ name: 'PackCallError', outcome }));
  expect(() => unwrap(outcome)).toThrow(PackCallError);
});

describe('what is no outcome', () => {
  const others: readonly (readonly [string, unknown])[] = [
    ['null', null],
    ['nothing', undefined],
    ['text', 'result'],
    ['a number', 7],
    ['an array', []],
    ['an empty object', {}],
    ['an object of another kind', { kind: 'message' }],
    ['a promise that was not awaited', Promise.resolve({ kind: 'result', output: 1 })],
  ];

  it.each(others)('is a mistake to unwrap, and said to be: %s', (_what, value) => {
    const run = () => Reflect.apply(unwrap, undefined, [value]);
    expect(run).toThrow(PackUsageError);
    expect(run).toThrow(/expected an outcome of invoke\(\), check\(\) or info\(\), after await/);
  });

  it.each(others)('is never safe to try again: %s', (_what, value) => {
    expect(Reflect.apply(isSafeToRetry, undefined, [value])).toBe(false);
  });
});
