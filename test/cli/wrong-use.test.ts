/** Wrong use: exit code 2, one sentence that names what to change, nothing on standard output. */
import { describe, expect, test } from 'vitest';
import { makeFolder } from './fixture.js';
import { cli } from './run-cli.js';

const env = { KINDGI_PACK_SERVICE_URL: 'http://127.0.0.1:1', KINDGI_PACK_SERVICE_TOKEN: 'a-token' };
const call = ['invoke', 'acme.tool'];
const check = ['check', 'acme.check'];

const cases: readonly { readonly args: readonly string[]; readonly says: RegExp }[] = [
  { args: ['redy'], says: /unknown command 'redy', did you mean ready\?/ },
  { args: ['ready', '--nope=hush'], says: /unknown option '--nope'$/ },
  { args: ['--json', 'ready'], says: /unknown option '--json': options stand after the command/ },
  { args: ['ready', 'now'], says: /too many arguments for 'ready': expected 0 arguments but got 1/ },
  { args: ['invoke', '--input', '{}'], says: /missing required argument 'tool'/ },
  { args: call, says: /required option '--input <json\|@file\|->' not specified/ },
  { args: [...call, '--input', '{"a":1,}'], says: /--input expects JSON.* line 1, column 8/ },
  {
    args: [...call, '--input', '@/no/such/file'],
    says: /--input cannot read \/no\/such\/file: there is no such/,
  },
  { args: [...call, '--input', '{}', '--input', '{}'], says: /--input is given twice/ },
  { args: ['invoke', 'acme.tool@', '--input', '{}'], says: /<tool> expects an id, or id@version/ },
  { args: [...check, '--trace', '{}', '--config', '[]'], says: /--config expects a JSON object/ },
  { args: [...check, '--trace', '-', '--config', '-'], says: /--config and --trace cannot both read/ },
  { args: ['ready', '--timeout', '5 parsecs'], says: /--timeout expects a duration such as 500ms, 2s or 1m/ },
  { args: ['ready', '--wait', '0'], says: /--wait expects between 1 and/ },
  { args: ['ready', '--timeout', '1s', '--timeout', '1s'], says: /--timeout is given twice/ },
  { args: ['ready', '--quiet', '--json'], says: /'--quiet' cannot be used with option '--json'/ },
  { args: ['ready', '--url', 'not an address'], says: /--url: expected an http: or https: address/ },
  { args: ['ready', '--url', 'http://a', '--url', 'ftp://b'], says: /--url \(number 2\): expected an http/ },
  { args: ['info', '--token-file', '/no/such/file'], says: /--token-file: cannot read .* no such file/ },
  { args: ['info', '--run', ''], says: /--run expects a value that is not empty/ },
];

describe('wrong use', () => {
  test.concurrent.each(cases)('$args', async ({ args, says }) => {
    const { stdout, stderr, ...exit } = await cli(args, { env });
    const [sentence = '', ...more] = stderr.split('\n');
    expect(sentence).toMatch(/^kindgi-pack: /);
    expect(sentence).toMatch(says);
    expect(more).toEqual(['']);
    expect(exit).toEqual({ code: 2, signal: null });
    if (!args.includes('--json')) expect(stdout).toBe('');
  });

  test.concurrent('no command at all shows the help on standard error', async () => {
    const ended = await cli([]);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(/^Usage: kindgi-pack/);
  });

  test.concurrent('help that was asked for is a good end', async () => {
    const ended = await cli(['ready', '--help']);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toContain('--wait <duration>');
  });

  test.concurrent('an address or a token that is nowhere', async () => {
    expect((await cli(['ready'])).stderr).toContain('no address: expected --url or KINDGI_PACK_SERVICE_URL');
    const ended = await cli(['info', '--url', 'http://127.0.0.1:1']);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('no token: expected KINDGI_PACK_SERVICE_TOKEN or --token-file');
  });
});

describe('a bad index', () => {
  test.concurrent.each([
    { what: 'not JSON', content: '{"v":1,\n  oops', says: /line 2, column 3/ },
    { what: 'a later envelope', content: { v: 2 }, says: /\/v: expected 1/ },
    { what: 'many problems', content: { v: 1 }, says: /: \/.*; \/.*; \/.*; and \d+ more$/ },
    { what: 'a directory', content: undefined, says: /this is a directory/ },
  ])('$what', async ({ content, says }) => {
    using folder = makeFolder();
    const file = content === undefined ? folder.path : folder.file('index.json', content);
    const ended = await cli(['reconcile', '--index', file], { env });
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr.trimEnd()).toMatch(says);
    expect(ended.stderr.trimEnd()).not.toContain('\n');
  });

  test.concurrent('none at all', async () => {
    const ended = await cli(['reconcile', '--index', '/no/such/index.json', '--json'], { env });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('/no/such/index.json');
    expect(JSON.parse(ended.stdout)).toMatchObject({ kind: 'wrong-use', issues: [{ path: '' }] });
  });
});
