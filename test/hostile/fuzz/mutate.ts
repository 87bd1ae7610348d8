/** Turns good bytes into bad ones: small edits, words that parsers stumble over, and pieces of other answers. */
import fc from 'fast-check';

interface Edit {
  readonly how: 'set' | 'insert' | 'remove' | 'repeat' | 'cut' | 'splice';
  /** From 0 to 1: where in the bytes. */
  readonly at: number;
  readonly length: number;
  readonly bytes: Uint8Array;
}

/** Pieces of HTTP and JSON that say something else in another place. */
const words = [
  ...['\r\n', '\n', '\r', '\r\n\r\n', '\0', ' ', '\t', ':', ';', ',', '-', '+', '%', '\ufeff', '\u00ff'],
  ...['0', '1', '-1', '1e999', '99999999999999999999', '0x10', '2', 'NaN', '1.5'],
  ...[
    '{',
    '}',
    '[',
    ']',
    '"',
    '\\',
    '\\u0000',
    '\\ud800',
    'null',
    'true',
    '"__proto__":',
    '"v":1,',
    '"v":2,',
  ],
  ...['"kind":"result",', '"kind":"error",', '"code":"handler-throw",', '"output":1,', '"passed":true,'],
  ...[
    'HTTP/1.1 200 OK\r\n',
    'HTTP/1.1 503 No\r\n',
    'HTTP/1.1 100 Continue\r\n\r\n',
    'HTTP/1.1 103 Hint\r\n\r\n',
  ],
  ...[
    'content-length: 5\r\n',
    'content-length: 0\r\n',
    'transfer-encoding: chunked\r\n',
    'retry-after: 0\r\n',
  ],
  ...['content-encoding: gzip\r\n', 'connection: close\r\n', 'connection: upgrade\r\nupgrade: x\r\n'],
  ...[
    'retry-after: 1\r\nretry-after: 2\r\n',
    '__proto__: x\r\n',
    'keep-alive: timeout=0\r\n',
    '0\r\n\r\n',
    'ffffffff\r\n',
  ],
].map((word) => Buffer.from(word, 'latin1'));

const edit: fc.Arbitrary<Edit> = fc.record({
  how: fc.constantFrom<Edit['how']>('set', 'insert', 'insert', 'remove', 'repeat', 'cut', 'splice'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.oneof(fc.nat(4), fc.nat(200)),
  bytes: fc.oneof(fc.constantFrom(...words), fc.uint8Array({ minLength: 1, maxLength: 8 })),
});

/** One of these, after none to six edits. */
export function mutated(originals: readonly Uint8Array[]): fc.Arbitrary<Buffer> {
  return fc
    .record({
      original: fc.constantFrom(...originals),
      other: fc.constantFrom(...originals),
      edits: fc.oneof(
        { weight: 1, arbitrary: fc.constant<Edit[]>([]) },
        { weight: 3, arbitrary: fc.array(edit, { minLength: 1, maxLength: 1 }) },
        { weight: 3, arbitrary: fc.array(edit, { maxLength: 6 }) },
      ),
    })
    .map(({ original, other, edits }) =>
      edits.reduce<Buffer>((bytes, each) => apply(bytes, each, other), Buffer.from(original)),
    );
}

/** The same of texts. */
export function mutatedText(originals: readonly string[]): fc.Arbitrary<string> {
  return mutated(originals.map((text) => Buffer.from(text))).map((bytes) => bytes.toString());
}

function apply(bytes: Buffer, { how, at, length, bytes: more }: Edit, other: Uint8Array): Buffer {
  const start = Math.floor(at * bytes.length);
  const before = bytes.subarray(0, start);
  const after = bytes.subarray(start);
  switch (how) {
    case 'set':
      return Buffer.concat([before, more, after.subarray(more.length)]);
    case 'insert':
      return Buffer.concat([before, more, after]);
    case 'remove':
      return Buffer.concat([before, after.subarray(length)]);
    case 'repeat':
      return Buffer.concat([before, after.subarray(0, length), after]);
    case 'cut':
      return before;
    case 'splice':
      return Buffer.concat([before, Buffer.from(other).subarray(Math.floor(at * other.length))]);
  }
}
