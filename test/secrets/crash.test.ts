/** A process that dies of an error nobody caught prints it with its stack, its fields and its causes: no secret among them. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { answer } from '../faults/answers.js';
import { leaksIn, recordingLogger, secretCaller, secretClient } from '../regressions/canaries.js';
import { serve } from '../regressions/set-up.js';

const script = fileURLToPath(new URL('./crash.js', import.meta.url));
const { input, config, trace, ctx } = secretCaller(recordingLogger(), () => undefined);
const secrets = JSON.stringify({ ...secretClient, input, config, trace, ctx });

/** The most that Node tells of an uncaught error. */
const flags = ['--trace-uncaught', '--enable-source-maps', '--stack-trace-limit=100'];

function crash(url: string, how: string): Promise<{ readonly code: unknown; readonly printed: string }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env['PATH'] ?? '', SECRETS: secrets };
    execFile(process.execPath, [...flags, script, url, how], { env }, (error, stdout, stderr) => {
      resolve({ code: error?.code, printed: stdout + stderr });
    });
  });
}

describe.concurrent('a process that', () => {
  it.each([
    'unwraps a failure',
    'unwraps a failed check',
    'throws the outcome',
    'throws it as a cause',
    'throws the client',
    'rejects with wrong input',
    'rejects in the back',
    'prints all it has',
  ])('%s', async (how) => {
    const service = await serve({ onRequest: (wire, { raw }) => wire.send(answer(500, raw)) });
    const { code, printed } = await crash(service.url, how);
    expect(code).toBe(1);
    expect(printed).toMatch(/Error|service-failed/);
    expect(leaksIn(printed)).toEqual([]);
  });
});
