/** Arguments and files that are wrong: exit code 2, one sentence that names what to change, and no secret in it. */
import { closeSync, ftruncateSync, openSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createPaper } from '../../src/cli/paper.js';
import { parseArguments } from '../../src/cli/program.js';
import { makeFolder } from './fixture.js';
import { runInProcess } from './in-process.js';

const folder = makeFolder();
beforeAll(() => {
  vi.stubEnv('KINDGI_PACK_SERVICE_URL', undefined);
  vi.stubEnv('KINDGI_PACK_SERVICE_TOKEN', undefined);
});
afterAll(() => {
  vi.unstubAllEnvs();
  folder[Symbol.dispose]();
});

const tokenFile = folder.file('token', 'a-token');
const emptyFile = folder.file('empty', ' \n');
const wrongFile = folder.file('index.json', 'x'.repeat(64 * 1024 + 1));
const spacedFile = folder.file('spaced', 'hush hush');
const brokenFile = folder.file('broken.json', '{"a":\n  oops}');
const latinFile = folder.file('latin.json', Buffer.from([0x22, 0xe9, 0x22]));

/** A file of 256 MiB and a byte that takes no room on the disk. */
function hugeFile(): string {
  const file = folder.file('huge.json', '');
  const handle = openSync(file, 'r+');
  ftruncateSync(handle, 256 * 1024 * 1024 + 1);
  closeSync(handle);
  return file;
}

const somewhere = ['--url', 'http://127.0.0.1:1', '--token-file', tokenFile];
const call = ['invoke', 'acme.tool', ...somewhere];
const check = ['check', 'acme.check', ...somewhere];

test.each<[readonly string[], RegExp]>([
  [['ready'], /^no address: expected --url or KINDGI_PACK_SERVICE_URL$/],
  [['info', '--url', 'http://a'], /^no token: expected KINDGI_PACK_SERVICE_TOKEN or --token-file$/],
  [['redy'], /^unknown command 'redy', did you mean ready\?$/],
  [['ready', '--nope=hush'], /^unknown option '--nope'$/],
  [['ready', '--token=hush'], /^there is no --token, because/],
  [['info', '--token', 'hush'], /^there is no --token, because/],
  [['--json', 'ready'], /^unknown option '--json': options stand after the command$/],
  [['ready', 'now'], /^too many arguments for 'ready': expected 0 arguments but got 1$/],
  [['invoke', '--input', '{}'], /^missing required argument 'tool'$/],
  [['invoke', 'acme.tool'], /^required option '--input <json\|@file\|->' not specified$/],
  [['invoke', 'acme.tool', '--inptu', '{}'], /^unknown option '--inptu', did you mean --input\?$/],
  [['check', 'acme.check', '--config', '{}'], /^required option '--trace <json\|@file\|->' not specified$/],
  [['reconcile'], /^required option '--index <file>' not specified$/],
  [['ready', '--wait'], /^option '--wait <duration>' argument missing$/],
  [['ready', '--log'], /^option '--log <level>' argument missing$/],
  [['ready', '--wait', 'soon'], /^--wait expects a duration such as 500ms, 2s or 1m$/],
  [['ready', '--wait', '0'], /^--wait expects between 1 and/],
  [['ready', '--timeout', '5 parsecs'], /^--timeout expects a duration such as 500ms, 2s or 1m$/],
  [['ready', '--timeout', '1s', '--timeout', '1s'], /^--timeout is given twice$/],
  [['ready', '--quiet', '--json'], /'--quiet' cannot be used with option '--json'$/],
  [['ready', '--log', 'loud'], /^--log expects one of trace, debug, info, warn, error, fatal, silent$/],
  [['info', '--run', ''], /^--run expects a value that is not empty$/],
  [['health', '--json', '--json'], /^--json is given twice$/],
  [
    ['ready', '--url', 'not an address'],
    /^--url: expected an http: or https: address, such as http:\/\/localhost:8080$/,
  ],
  [['ready', '--url', 'http://a', '--url', 'ftp://b'], /^--url \(number 2\): expected an http/],
  [['ready', '--url', 'http://a', '--url', 'http://a/'], /^--url \(number 2\): expected each replica once$/],
  [['ready', '--url', 'http://u:hush@a'], /^--url: expected no user name or password/],
  [
    ['info', '--url', 'http://a', '--token-file', '/no/such'],
    /^--token-file: cannot read \/no\/such: there is/,
  ],
  [['info', '--url', 'http://a', '--token-file', emptyFile], /^--token-file: .* is empty$/],
  [
    ['info', '--url', 'http://a', '--token-file', wrongFile],
    /^--token-file: expected a token, .*index\.json holds more than 64 KiB$/,
  ],
  [
    ['info', '--url', 'http://a', '--token-file', '/dev/zero'],
    /^--token-file: expected a token, \/dev\/zero holds more than 64 KiB$/,
  ],
  [
    ['info', '--url', 'http://a', '--token-file', folder.path],
    /^--token-file: cannot read .*: it is a directory$/,
  ],
  [['info', '--url', 'http://a', '--token-file', spacedFile], /^--token-file: expected printable ASCII/],
  [[...call, '--input', '{"a":1,}'], /^--input expects JSON.* line 1, column 8$/],
  [[...call, '--input', `@${brokenFile}`], /^--input expects JSON.*broken\.json .* line 2, column 3$/],
  [[...call, '--input', `@${latinFile}`], /^--input expects UTF-8 text$/],
  [[...call, '--input', '@/no/such'], /^--input cannot read \/no\/such: there is no such file$/],
  [[...call, '--input', '@'], /^--input expects a file name after @$/],
  [['invoke', 'acme.tool@', '--input', '{}'], /^<tool> expects an id, or id@version$/],
  [[...check, '--trace', '{}', '--config', '[]'], /^--config expects a JSON object$/],
  [[...check, '--trace', '-', '--config', '-'], /^--config and --trace cannot both read standard input$/],
])('%j', async (args, says) => {
  await expectSentence(args, says);
});

async function expectSentence(args: readonly string[], says: RegExp): Promise<void> {
  const { code, stdout, stderr } = await runInProcess(args);
  expect(code).toBe(2);
  const [, sentence = '', more] = /^kindgi-pack: ([^\n]*)\n(.*)$/s.exec(stderr) ?? [];
  expect(sentence).toMatch(says);
  expect(more).toBe('');
  expect(sentence).not.toContain('hush');
  if (!args.includes('--json')) expect(stdout).toBe('');
  else expect(JSON.parse(stdout)).toEqual({ kind: 'wrong-use', message: sentence });
}

describe('a bad index', () => {
  test.each<[string, () => string, RegExp]>([
    ['not JSON', () => folder.file('half.json', '{"v":1,\n  oops'), /half\.json: .* line 2, column 3$/],
    ['a later envelope', () => folder.file('later.json', { v: 2 }), /later\.json: \/v: expected 1/],
    ['many problems', () => folder.file('bad.json', { v: 1 }), /: \/.*; \/.*; \/.*; and \d+ more$/],
    ['a directory', () => folder.path, /expected a file, this is a directory$/],
    ['missing', () => '/no/such.json', /\/no\/such\.json: expected a file, there is none$/],
    ['huge', hugeFile, /huge\.json: expected at most 256 MiB$/],
  ])('that is %s', async (_what, file, says) => {
    await expectSentence(['reconcile', '--index', file(), ...somewhere], says);
  });
});

test('a time-out of the environment that is none is named by its variable', async () => {
  vi.stubEnv('KINDGI_PACK_CALL_TIMEOUT_MS', '2s');
  await expectSentence(
    [...call, '--input', '{}'],
    /^KINDGI_PACK_CALL_TIMEOUT_MS: expected a whole number of milliseconds$/,
  );
  vi.stubEnv('KINDGI_PACK_CALL_TIMEOUT_MS', undefined);
});

test('an input that never ends is read up to a limit', async () => {
  await expectSentence([...call, '--input', '@/dev/zero'], /^--input expects at most 256 MiB$/);
});

test('with --json every problem of an index is in the document', async () => {
  const file = folder.file('empty.json', { v: 1 });
  const bad = await runInProcess(['reconcile', '--index', file, ...somewhere, '--json']);
  expect(bad.code).toBe(2);
  const { kind, issues } = JSON.parse(bad.stdout);
  expect(kind).toBe('wrong-use');
  expect(issues.map(({ path }: { readonly path: string }) => path)).toEqual([
    '/packId',
    '/packVersion',
    '/artifactVersion',
    '/publishedAt',
    '/tools',
    '/guardrails',
    '/agents',
    '/flows',
  ]);
});

test('help that was asked for is a good end, and lists the options', async () => {
  const { code, stdout, stderr } = await runInProcess(['ready', '--help']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('--wait <duration>');
  expect(stdout).toMatch(/Examples:\n {2}kindgi-pack ready --url .*--wait 30s\n/);
});

test.each(['ready', 'health', 'info', 'reconcile', 'invoke', 'check', 'demo'])(
  'the examples in the help of %s are taken as they stand',
  async (command) => {
    const { stdout } = await runInProcess([command, '--help']);
    const examples = stdout.match(/(?<=^ {2}kindgi-pack ).*$/gm) ?? [];
    expect(examples.length).toBeGreaterThan(0);
    const paper = createPaper(new PassThrough());
    for (const example of examples) {
      const words = example.replace(/ > .*/, '').match(/'[^']*'|\S+/g) ?? [];
      const argv = words.map((word) => word.replaceAll("'", ''));
      expect(argv[0]).toBe(command);
      expect(parseArguments(argv, { out: paper, err: paper })).toBeTypeOf('function');
    }
  },
);

test('no command at all shows the help on standard error', async () => {
  const { code, stdout, stderr } = await runInProcess([]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^Usage: kindgi-pack/);
});
