/** `ready` as a container's health check: quiet, patient when asked to be, and without a token. */
import { expect, test } from 'vitest';
import { until } from '../until.js';
import { closedUrl, startSample } from './fixture.js';
import { cli, startCli } from './run-cli.js';

test.concurrent('needs no token, and sends none', async () => {
  await using service = await startSample();
  const ended = await cli(['ready', '--quiet', '--url', service.url]);
  expect(ended).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
});

test.concurrent('--quiet tells on standard error what is wrong', async () => {
  await using service = await startSample({ env: {} });
  const ended = await cli(['ready', '--quiet', '--url', service.url]);
  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(ended.stderr).toMatch(/missing-env +503 .*ACME_BILLING_API_URL/);
});

test.concurrent('--wait ends well once the service is ready', async () => {
  await using service = await startSample({ ready: false });
  const running = startCli(['ready', '--wait', '1m', '--url', service.url]);
  await until(() => (service.requests.get('/readyz') ?? 0) >= 2, 'it asked twice', 15_000);
  service.setReady(true);
  const ended = await running.ended;
  expect(ended.code).toBe(0);
  expect(ended.stderr).toBe('waiting until ready: not-ready\n');
  expect(ended.stdout).toMatch(/✔ .* ready/);
});

test.concurrent('--wait ends with a no when the time is over', async () => {
  await using service = await startSample({ ready: false });
  const ended = await cli(['ready', '--wait', '400ms', '--json', '--url', service.url]);
  expect(ended.code).toBe(1);
  expect(JSON.parse(ended.stdout)).toMatchObject({ ready: false, replicas: [{ state: 'not-ready' }] });
});

test.concurrent('--wait for nobody ends with 3', async () => {
  const ended = await cli(['ready', '--wait', '300ms', '--quiet', '--url', await closedUrl()]);
  expect(ended).toMatchObject({ code: 3, stdout: '' });
});
