/** The command before a hostile service: what it is asked to print may be deep, huge, or written for the terminal. */
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { runInProcess } from '../cli/in-process.js';
import { answer, message } from '../faults/answers.js';
import { serve } from '../regressions/set-up.js';
import { says } from './meet.js';

beforeEach(() => {
  vi.stubEnv('KINDGI_PACK_SERVICE_TOKEN', 'test-token');
  onTestFinished(() => void vi.unstubAllEnvs());
});

const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
const invoke = ['invoke', 'test.tool', '--input', '1'];

async function run(argv: readonly string[], bytes: Uint8Array) {
  const service = await serve({ onRequest: says(bytes) });
  return runInProcess([...argv, '--url', service.url, '--timeout', '5s']);
}

it('a cause that is too deep to print costs neither the code nor the exit code', async () => {
  const body = `{"v":2,"kind":"error","code":"handler-throw","message":"the words","cause":${deep}}`;
  const { code, stderr } = await run(invoke, answer(200, body));
  expect(code).toBe(1);
  expect(stderr).toContain('handler-throw: the words');
  expect(stderr).toContain('nested too deeply to print');
});

it('an output that is too deep to print is told, and nobody is told that it was printed', async () => {
  const { code, stdout, stderr } = await run(invoke, answer(200, `{"v":2,"kind":"result","output":${deep}}`));
  expect(code).toBe(3);
  expect(stdout).toContain('(nested too deeply to print)');
  expect(stderr).toContain('nested too deeply to print');
});

it('as a document it still says whether the call ran', async () => {
  const bytes = answer(200, `{"v":2,"kind":"result","output":${deep}}`);
  const { code, stdout, stderr } = await run([...invoke, '--json'], bytes);
  expect(code).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject({ kind: 'result', execution: 'ran' });
  expect(stderr).toContain('nested too deeply to print');
});

const commands = '\u001b[31m\u009b2J\u0007\u202e\u2066\r\n\u0000\u2028';

describe('text that commands a terminal is shown, not obeyed', () => {
  const info = {
    protocol: 2,
    packId: commands,
    packVersion: commands,
    artifactVersion: commands,
    tools: [{ id: commands, version: commands }],
    checks: [commands],
    missingEnv: [commands],
  };
  const answers: readonly (readonly [string, readonly string[], Uint8Array])[] = [
    ['an output', invoke, message({ kind: 'result', output: { [commands]: commands } })],
    [
      'an error',
      invoke,
      message({
        kind: 'error',
        code: commands,
        message: commands,
        cause: { name: commands },
        issues: [{ instancePath: commands, message: commands }],
      }),
    ],
    [
      'a verdict',
      ['check', 'test.check', '--trace', '{}'],
      message({
        kind: 'check-result',
        result: { passed: false, reason: commands, attributes: { [commands]: commands } },
      }),
    ],
    ['an info', ['info'], answer(200, JSON.stringify(info))],
    [
      'names that are missing',
      ['ready'],
      answer(503, JSON.stringify({ error: 'missing env', missingEnv: [commands] }), { 'retry-after': '1' }),
    ],
    ['a build', invoke, message({ kind: 'result', output: 1 }, { 'kindgi-artifact-version': 'b\u009b2J' })],
  ];

  it.each(answers)('%s', async (_what, argv, bytes) => {
    for (const more of [[], ['--json']]) {
      const { stdout, stderr } = await run([...argv, ...more], bytes);
      expect(stdout + stderr).not.toBe('');
      expect(stdout + stderr).not.toMatch(/(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069\u2028\u2029]/u);
    }
  });
});
