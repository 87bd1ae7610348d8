/** Arguments that are wrong: one sentence that names what to change, and no secret in it. */
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from './fixture.js';
import { runInProcess } from './in-process.js';

const folder = makeFolder();
afterAll(() => folder[Symbol.dispose]());
const tokenFile = folder.file('token', 'a-token');
const emptyFile = folder.file('empty', ' \n');
const spacedFile = folder.file('spaced', 'hush hush');
const brokenFile = folder.file('broken.json', '{"a":\n  oops}');
const latinFile = folder.file('latin.json', Buffer.from([0x22, 0xe9, 0x22]));

const somewhere = ['--url', 'http://127.0.0.1:1', '--token-file', tokenFile];
const call = ['invoke', 'acme.tool', ...somewhere];
const check = ['check', 'acme.check', ...somewhere];

test.each<[readonly string[], RegExp]>([
  [['redy'], /^unknown command 'redy', did you mean ready\?$/],
  [['ready', '--nope=hush'], /^unknown option '--nope'$/],
  [['ready', '--token=hush'], /^there is no --token, because/],
  [['info', '--token', 'hush'], /^there is no --token, because/],
  [['--json', 'ready'], /^unknown option '--json': options stand after the command$/],
  [['ready', 'now'], /^too many arguments for 'ready': expected 0 arguments but got 1$/],
  [['invoke', '--input', '{}'], /^missing required argument 'tool'$/],
  [['invoke', 'acme.tool'], /^required option '--input <json\|@file\|->' not specified$/],
  [['reconcile'], /^required option '--index <file>' not specified$/],
  [['ready', '--wait'], /^option '--wait <duration>' argument missing$/],
  [['ready', '--wait', '0'], /^--wait expects between 1 and/],
  [['ready', '--timeout', '5 parsecs'], /^--timeout expects a duration such as 500ms, 2s or 1m$/],
  [['ready', '--timeout', '1s', '--timeout', '1s'], /^--timeout is given twice$/],
  [['health', '--json', '--json'], /^--json is given twice$/],
  [['ready', '--quiet', '--json'], /'--quiet' cannot be used with option '--json'$/],
  [['info', '--run', ''], /^--run expects a value that is not empty$/],
  [['ready', '--url', 'not an address'], /^--url: expected an http: or https: address$/],
  [['ready', '--url', 'http://a', '--url', 'ftp://b'], /^--url \(number 2\): expected an http/],
  [['ready', '--url', 'http://u:hush@a'], /^--url: expected no user name or password/],
  [
    ['info', '--url', 'http://a', '--token-file', '/no/such'],
    /^--token-file: cannot read \/no\/such: there is/,
  ],
  [['info', '--url', 'http://a', '--token-file', emptyFile], /^--token-file: .* is empty$/],
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
  const error = await runInProcess(args).then(
    () => 'nothing was thrown',
    (thrown: unknown) => (thrown instanceof Error ? thrown.message : 'no error'),
  );
  expect(error).toMatch(says);
  expect(error).not.toMatch(/hush|\n/);
});

test('help that was asked for is a good end, and lists the options', async () => {
  const { code, stdout, stderr } = await runInProcess(['ready', '--help']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('--wait <duration>');
});

test('no command at all shows the help on standard error', async () => {
  const { code, stdout, stderr } = await runInProcess([]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^Usage: kindgi-pack/);
});
