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
    // More than 50 years ahead would be too far: the same day of the century before. To the second.
    ['Friday, 06-Nov-76 08:49:37 GMT', Date.UTC(2076, 10, 6, 8, 49, 37) - nowMs],
    ['Friday, 06-Nov-76 08:49:38 GMT', 0],
    ['Tuesday, 29-Feb-00 08:49:37 GMT', 0],
    ['Friday, 30-Feb-26 08:49:37 GMT', undefined],
    // A weekday that is not the date's: the date counts.
    ['Mon, 06 Nov 2026 08:49:40 GMT', 3_000],
    ['Monday, 06-Nov-26 08:49:40 GMT', 3_000],
    ['Mon Nov  6 08:49:40 2026', 3_000],
    // No weekday at all.
    ['Foo, 06 Nov 2026 08:49:40 GMT', undefined],
    ['fri, 06 nov 2026 08:49:40 gmt', undefined],
    ['Fri, 31 Feb 2026 08:49:40 GMT', undefined],
    ['Fri, 06 Nov 2026 24:49:40 GMT', undefined],
    ['Fri, 06 Nov 2026 08:49:40 CET', undefined],
    ['2026-11-06T08:49:40Z', undefined],
    ['06 Nov 2026', undefined],
  ])('reads %j as %j', (header, expected) => {
    expect(parseRetryAfterMs(header, nowMs)).toBe(expected);
  });

  it('reads a year of two digits by the century that is near, whichever it is', () => {
    const late = Date.UTC(2099, 11, 31, 23, 59, 59);
    expect(parseRetryAfterMs('Friday, 01-Jan-00 00:00:00 GMT', late)).toBe(1_000);
    expect(parseRetryAfterMs('Thursday, 31-Dec-99 23:59:58 GMT', late)).toBe(0);
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
