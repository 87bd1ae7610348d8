/** Ctrl+C while the command reads a pipe that nobody writes: it ends at once, whatever the pipe was to hold. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { createPaper } from '../../src/cli/paper.js';
import { parseArguments } from '../../src/cli/program.js';
import { opened } from '../opened.js';
import { until } from '../until.js';
import { findInvoice, makeFolder, token } from './fixture.js';
import { startCli } from './run-cli.js';

const folder = makeFolder();
const tokenFile = folder.file('token', token);
afterAll(() => folder[Symbol.dispose]());

const somewhere = ['--url', 'http://127.0.0.1:1'];

function makePipe(name: string): string {
  const file = join(folder.path, name);
  execFileSync('mkfifo', [file]);
  return file;
}

const commands: readonly [string, (pipe: string) => readonly string[]][] = [
  ['--token-file', (pipe) => ['info', ...somewhere, '--token-file', pipe]],
  ['--index', (pipe) => ['reconcile', ...somewhere, '--token-file', tokenFile, '--index', pipe]],
  [
    '--input',
    (pipe) => ['invoke', findInvoice, ...somewhere, '--token-file', tokenFile, '--input', `@${pipe}`],
  ],
];

test.each(commands)('%s', async (name, args) => {
  const pipe = makePipe(`pipe${name}`);
  const paper = createPaper(new PassThrough());
  const job = parseArguments(args(pipe), { out: paper, err: paper });
  if (typeof job !== 'function') throw new Error('expected a job');
  const controller = new AbortController();
  const ended = expect(
    job({ out: paper, err: paper, json: false, signal: controller.signal }),
  ).rejects.toThrow('Ctrl+C');
  await until(() => opened('self').includes(pipe), 'it reads the pipe');
  controller.abort(new Error('Ctrl+C'));
  await ended;
  await until(() => !opened('self').includes(pipe), 'the pipe is closed');
});

test('the process ends with 130, and leaves no thread that waits for a writer', async () => {
  const pipe = makePipe('pipe-of-a-process');
  const args = ['reconcile', ...somewhere, '--token-file', tokenFile, '--index', pipe, '--json'];
  const { child, ended } = startCli(args);
  await until(() => child.pid !== undefined && opened(child.pid).includes(pipe), 'it reads the pipe', 15_000);
  child.kill('SIGINT');
  const { code, signal, stdout } = await ended;
  expect({ code, signal }).toEqual({ code: 130, signal: null });
  expect(JSON.parse(stdout)).toEqual({ kind: 'interrupted' });
});
