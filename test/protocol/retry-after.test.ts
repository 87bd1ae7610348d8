import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRetryAfterMs } from '../../src/protocol/retry-after.js';

const nowMs = Date.UTC(2026, 10, 6, 8, 49, 37);

describe('Retry-After', () => {
  it.each<[string | string[] | undefined, number | undefined]>([
    ['1', 1_000],
    ['0', 0],
    ['007', 7_000],
    ['99999999999', 99_999_999_999_000],
    ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
    ['1.5', undefined],
    ['-5', undefined],
    ['+5', undefined],
    ['', undefined],
    ['abc', undefined],
    ['1e9', undefined],
    ['0x10', undefined],
    ['1, 2', undefined],
    [['1', '1'], undefined],
    [undefined, undefined],
    ['Fri, 06 Nov 2026 08:49:40 GMT', 3_000],
    ['Fri, 06 Nov 2026 08:49:37 GMT', 0],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 0],
    ['Friday, 06-Nov-26 08:49:40 GMT', 3_000],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
    ['Fri Nov  6 08:49:40 2026', 3_000],
    ['Sun Nov  6 08:49:37 1994', 0],
    ['Fri, 31 Feb 2026 08:49:40 GMT', undefined],
    ['Fri, 06 Nov 2026 24:49:40 GMT', undefined],
    ['Fri, 06 Nov 2026 08:49:40 CET', undefined],
    ['2026-11-06T08:49:40Z', undefined],
    ['06 Nov 2026', undefined],
  ])('reads %j as %j', (header, expected) => {
    expect(parseRetryAfterMs(header, nowMs)).toBe(expected);
  });

  it('is a whole wait or no promise, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-+ ,.\dGMTa-z:]{0,30}$/)), (text) => {
        const waitMs = parseRetryAfterMs(text, nowMs);
        expect(waitMs === undefined || (Number.isSafeInteger(waitMs) && waitMs >= 0)).toBe(true);
      }),
    );
  });
});
