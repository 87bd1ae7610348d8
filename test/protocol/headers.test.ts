import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeId } from '../../src/protocol/headers.js';

describe('an id as a header value', () => {
  it.each([
    ['run-1', 'run-1'],
    ['4b5f8c1e-2f0a-4c8e-9a51-0c7e2d9a6b13', '4b5f8c1e-2f0a-4c8e-9a51-0c7e2d9a6b13'],
    ['a b', 'a%20b'],
    ['50%', '50%25'],
    ['é%', '%C3%A9%25'],
    ['x\r\nevil: 1', 'x%0D%0Aevil:%201'],
    ['😀', '%F0%9F%98%80'],
    ['', ''],
  ])('encodes %j as %j', (id, header) => {
    expect(encodeId(id)).toBe(header);
  });

  it('is visible ASCII and can be read back, whatever the id', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (id) => {
        const header = encodeId(id);
        expect(header).toMatch(/^[\x21-\x7e]*$/);
        expect(decodeURIComponent(header)).toBe(id.toWellFormed());
      }),
    );
  });

  it('does not fail on half a surrogate pair', () => {
    expect(decodeURIComponent(encodeId('a\ud800'))).toBe('a\ufffd');
  });
});
