/** Files and pipes that never end, and giving up on them. */
import { execFileSync } from 'node:child_process';
import { constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPackIndex } from '../../src/pack/load-index.js';
import { readFile } from '../../src/pack/read-file.js';
import { opened } from '../opened.js';
import { until } from '../until.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindgi-pack-read-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const signal = undefined;

function makePipe(name: string): string {
  const file = join(folder, name);
  execFileSync('mkfifo', [file]);
  return file;
}

/** Opens the other end as soon as somebody reads: before that, it cannot be opened without waiting. */
async function openWriter(file: string): Promise<FileHandle> {
  await until(() => opened('self').includes(file), 'somebody reads it');
  return open(file, constants.O_WRONLY | constants.O_NONBLOCK);
}

test('a file of exactly the limit is read, and one byte more is too much', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, 'abcd');
  expect(String(await readFile(file, { maxBytes: 4, signal }))).toBe('abcd');
  expect(await readFile(file, { maxBytes: 3, signal })).toBeUndefined();
  await until(() => !opened('self').includes(file), 'it is closed');
});

test.each([
  ['/no/such/file', 'ENOENT'],
  [tmpdir(), 'EISDIR'],
])('%s rejects with %s', async (file, code) => {
  await expect(readFile(file, { maxBytes: 4, signal })).rejects.toMatchObject({ code });
});

test('a device that never ends is left at the limit', async () => {
  expect(await readFile('/dev/zero', { maxBytes: 100_000, signal })).toBeUndefined();
});

test('a pipe is read to its end, however late its writer comes', async () => {
  const file = makePipe('late');
  const reading = readFile(file, { maxBytes: 1_000, signal });
  const writer = await openWriter(file);
  await writer.write('{"a":');
  await writer.write('1}');
  await writer.close();
  expect(String(await reading)).toBe('{"a":1}');
});

test('a pipe that holds too much is left', async () => {
  const file = makePipe('much');
  const reading = readFile(file, { maxBytes: 10, signal });
  const writer = await openWriter(file);
  await writer.write('x'.repeat(11));
  expect(await reading).toBeUndefined();
  await writer.close();
});

test('a pipe that nobody writes is left when the signal aborts', async () => {
  const file = makePipe('nobody');
  const controller = new AbortController();
  const reading = readFile(file, { maxBytes: 10, signal: controller.signal });
  const ended = expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  await until(() => opened('self').includes(file), 'it waits');
  controller.abort();
  await ended;
  await until(() => !opened('self').includes(file), 'it is closed');
});

test('an index from a pipe with a silent writer is given up with the reason of the signal', async () => {
  const file = makePipe('silent');
  const controller = new AbortController();
  const reading = readPackIndex(file, controller.signal);
  const ended = expect(reading).rejects.toThrow('enough');
  const writer = await openWriter(file);
  controller.abort(new Error('enough'));
  await ended;
  await writer.close();
});
