/** Ctrl+C: the call is cancelled, its outcome is told, and the exit code is that of an interrupted command. */
import { expect, test } from 'vitest';
import { until } from '../until.js';
import { closedUrl, envOf, exportLedger, startSample } from './fixture.js';
import { startCli } from './run-cli.js';

const forever = ['invoke', exportLedger, '--input', '{"year":2026,"workMs":600000}'];

test.concurrent('a call under way is cancelled at the service too, and may have run', async () => {
  await using service = await startSample();
  const { child, ended } = startCli([...forever, '--json'], { env: envOf(service) });
  await until(() => service.calls[0]?.handler === 'running', 'the tool runs', 15_000);
  child.kill('SIGINT');
  const { stdout, stderr, ...exit } = await ended;
  expect(exit).toEqual({ code: 130, signal: null });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({
    kind: 'transport',
    reason: 'cancelled',
    execution: 'may-have-run',
    cause: { message: 'ended by Ctrl+C' },
  });
  await until(() => service.calls[0]?.handler === 'threw', 'the tool was told to stop');
});

test.concurrent('people are told that it may have run', async () => {
  await using service = await startSample();
  const { child, ended } = startCli(forever, { env: envOf(service) });
  await until(() => service.calls[0]?.handler === 'running', 'the tool runs', 15_000);
  child.kill('SIGINT');
  const { code, stderr } = await ended;
  expect(code).toBe(130);
  expect(stderr).toMatch(/cancelled: .*may have run/s);
});

test.concurrent('waiting for a service ends', async () => {
  await using service = await startSample({ ready: false });
  const { child, ended } = startCli(['ready', '--wait', '10m', '--url', service.url]);
  await until(() => (service.requests.get('/readyz') ?? 0) >= 1, 'it asked', 15_000);
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ code: 130, signal: null });
});

test.concurrent('waiting for standard input ends', async () => {
  const args = ['invoke', exportLedger, '--input', '-', '--json', '--url', await closedUrl()];
  const { child, ended } = startCli(args, { input: 'stays-open' });
  // Reads what it is given, so it has come as far as standard input.
  child.stdin.write('{"year": 2026,'.padEnd(256 * 1024));
  await until(() => child.stdin.writableLength === 0, 'it reads standard input', 15_000);
  child.kill('SIGINT');
  const { code, stdout } = await ended;
  expect(code).toBe(130);
  expect(JSON.parse(stdout)).toEqual({ kind: 'interrupted' });
});
