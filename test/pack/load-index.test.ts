import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PackUsageError } from '../../src/errors.js';
import { loadPackIndex } from '../../src/pack/load-index.js';
import { locateJsonError } from '../../src/pack/locate-json-error.js';
import { isParsedIndex } from '../../src/pack/parse-index.js';
import { anIndex } from './an-index.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pack-index-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function written(name: string, content: string | Uint8Array): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
}

async function refusalOf(path: string | URL): Promise<PackUsageError> {
  const error: unknown = await loadPackIndex(path).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof PackUsageError) return error;
  throw new Error('expected a PackUsageError');
}

describe('a file with an index', () => {
  it('is read from a path or a file: URL', async () => {
    const file = await written('good.json', JSON.stringify(anIndex(), null, 2));
    for (const path of [file, pathToFileURL(file)]) {
      const index = await loadPackIndex(path);
      expect(index).toEqual(anIndex());
      expect(isParsedIndex(index)).toBe(true);
    }
  });

  it('may begin with a byte order mark and be larger than one read', async () => {
    const large = { ...anIndex(), packId: 'é'.repeat(2_000_000) };
    const file = await written('large.json', `\ufeff${JSON.stringify(large)}`);
    expect((await loadPackIndex(file)).packId).toBe(large.packId);
  });
});

describe('a file that is refused', () => {
  it.each([
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), 'expected UTF-8 text'],
    ['half a character', Buffer.from([0x22, 0xc3]), 'expected UTF-8 text'],
    ['nothing', '', 'expected JSON, but it breaks off or goes wrong at line 1, column 1'],
    [
      'two byte order marks',
      '\ufeff\ufeff{}',
      'expected JSON, but it breaks off or goes wrong at line 1, column 1',
    ],
    ['HTML', '\n<html>', 'expected JSON, but it breaks off or goes wrong at line 2, column 1'],
    ['half of it', '{\n  "v": 1,\n', 'expected JSON, but it breaks off or goes wrong at line 3, column 1'],
  ])('%s: says so', async (what, content, message) => {
    const file = await written(`${what}.json`, content);
    const error = await refusalOf(file);
    expect(error.issues).toEqual([{ path: '', message }]);
    expect(error.message).toBe(`cannot read the pack index ${file}: ${message}`);
  });

  it('is named beside every problem of the index', async () => {
    const file = await written('bad.json', JSON.stringify({ ...anIndex(), packId: '', flows: 1 }));
    const error = await refusalOf(file);
    expect(error.message).toBe(
      `bad pack index ${file}: /packId: expected a string that is not empty; /flows: expected an array`,
    );
  });

  it('is not quoted', async () => {
    const file = await written('secret.json', '{"token": hunter2}');
    expect((await refusalOf(file)).message).not.toContain('hunter2');
  });

  it('is too large', async () => {
    const file = await written('huge.json', '');
    const handle = await open(file, 'r+');
    await handle.truncate(256 * 1024 * 1024 + 1);
    await handle.close();
    expect((await refusalOf(file)).issues).toEqual([{ path: '', message: 'expected at most 256 MiB' }]);
  });
});

describe('a path that leads nowhere', () => {
  it('is missing, or a directory, or cannot be a path', async () => {
    const missing = join(folder, 'missing.json');
    expect((await refusalOf(missing)).message).toBe(
      `cannot read the pack index ${missing}: expected a file, there is none`,
    );
    expect((await refusalOf(folder)).message).toContain('this is a directory');
    expect((await refusalOf('a\0b')).message).toContain('expected a readable file (ERR_INVALID_ARG_VALUE)');
    expect((await refusalOf(join(await written('file', ''), 'inside'))).message).toContain('(ENOTDIR)');
  });

  it.each([
    ['an empty text', ''],
    ['an http: address', new URL('http://127.0.0.1/index.json')],
    ['a file: URL with an encoded slash', new URL('file:///a%2Fb')],
  ])('%s is no path', async (_what, path) => {
    expect((await refusalOf(path)).issues).toEqual([
      { path: 'path', message: 'expected a path or a file: URL' },
    ]);
  });
});

describe('the place where JSON goes wrong', () => {
  it.each([
    ['{"a": tru}', 1, 7],
    ['{"a": 1,}', 1, 9],
    ['{"a" 1}', 1, 6],
    ['{"a": 1 "b": 2}', 1, 9],
    ["{'a': 1}", 1, 2],
    ['[1, 2', 1, 6],
    ['[1, 2}', 1, 6],
    ['[,]', 1, 2],
    ['[1,]', 1, 4],
    ['{} x', 1, 4],
    ['{}\r\n\r\n{}', 3, 1],
    ['{\n\t"a": 01\n}', 2, 8],
    ['"a\nb"', 1, 3],
    ['"a\\x"', 1, 3],
    ['"\\u12g4"', 1, 2],
    ['"open', 1, 6],
    ['["é😀", nul]', 1, 9],
    ['NaN', 1, 1],
    ['-', 1, 1],
    [']', 1, 1],
    ['// note', 1, 1],
  ])('%j: line %i, column %i', (text, line, column) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(locateJsonError(text)).toEqual({ line, column });
  });

  it('is the end for every text that is JSON, and before it or at it for any other', () => {
    const end = (text: string) => locateJsonError(`${text}\n`).line === text.split('\n').length + 1;
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(end(text)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(
        fc.json(),
        fc.nat(),
        fc.constantFrom('{', '}', '[', ']', ',', ':', '"', 'x', '1', ''),
        (json, at, piece) => {
          const cut = at % (json.length + 1);
          const text = json.slice(0, cut) + piece + json.slice(cut + 1);
          if (isJson(text)) return;
          // What stands before the place could still have become JSON: it is the text's end that is missed there.
          const { line, column } = locateJsonError(text);
          expect(line).toBeLessThanOrEqual(text.split('\n').length);
          expect(column - 1).toBeLessThanOrEqual(text.length);
          expect(column - 1).toBeLessThanOrEqual(engineColumn(text) ?? text.length);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('is found in a text of a million brackets', () => {
    expect(locateJsonError('['.repeat(1_000_000))).toEqual({ line: 1, column: 1_000_001 });
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Where the engine itself says that a text of one line goes wrong, if it says so. */
function engineColumn(text: string): number | undefined {
  try {
    JSON.parse(text);
  } catch (error) {
    const found = /at position (\d+)/.exec(String(error));
    if (found !== null) return Number(found[1]);
  }
  return undefined;
}
