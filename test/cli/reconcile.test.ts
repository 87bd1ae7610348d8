/** What `reconcile` says: findings, replicas without a usable answer, and what to do about each. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningPackService } from '../../mocks/index.js';
import {
  chargeCard,
  closedUrl,
  makeFolder,
  sampleIndex,
  startAnswer,
  startSample,
  token,
} from './fixture.js';
import { runInProcess } from './in-process.js';

const folder = makeFolder();
const tokenFile = folder.file('token', token);
let service: RunningPackService;
let nobody: string;
beforeAll(async () => {
  service = await startSample();
  nobody = await closedUrl();
});
afterAll(async () => {
  folder[Symbol.dispose]();
  await service.close();
});

const at = (url: string, args: readonly string[]) => [...args, '--url', url, '--token-file', tokenFile];

const fits = folder.file('index.json', sampleIndex);
const tools = sampleIndex.tools.map((tool) =>
  tool.id === chargeCard ? { ...tool, version: '7.0.0' } : tool,
);
const refund = { ...sampleIndex.tools[0], id: 'acme.billing.refund' };
const differs = folder.file('other.json', {
  ...sampleIndex,
  artifactVersion: 'another-build',
  tools: [...tools, refund],
});

test('a service that fits: 0', async () => {
  const said = await runInProcess(at(service.url, ['reconcile', '--index', fits]));
  expect(said).toMatchObject({ code: 0, stderr: '' });
  expect(said.stdout).toContain('✔ what is served fits the index');
});

test('findings come by severity, each with what to do: 1', async () => {
  const { code, stdout } = await runInProcess(at(service.url, ['reconcile', '--index', differs]));
  expect(code).toBe(1);
  expect(stdout).toMatch(/Errors \(2\)\n.*tool-missing +acme\.billing\.refund\n.*\n +to do +deploy/);
  expect(stdout).toMatch(/tool-version-mismatch .*indexed +7\.0\.0.*Warnings \(1\)\n +artifact-version/s);
  expect(stdout).toMatch(/✖ 2 errors\n$/);
});

test('a replica that gives no answer leaves the question open: 3', async () => {
  const args = at(service.url, ['reconcile', '--index', fits, '--url', nobody]);
  const { code, stdout } = await runInProcess(args);
  expect(code).toBe(3);
  expect(stdout).toMatch(/✖ .*unreachable.*✖ 1 of 2 replicas gave no usable answer/s);
  expect(stdout).toMatch(/No usable answer\n {2}unreachable {2}http.*\n {4}to do {2}connection refused: /);
});

test('a replica that serves another pack has no tick, and the head is no verdict', async () => {
  const index = folder.file('another.json', { ...sampleIndex, packId: 'acme.other' });
  const { code, stdout } = await runInProcess(at(service.url, ['reconcile', '--index', index]));
  expect(code).toBe(1);
  expect(stdout).toMatch(/^index: acme\.other 1\.4\.0, build .*\n\n.*\n✖ {2}http.* acme\.billing 1\.4\.0/);
  expect(stdout).not.toContain('✔');
});

test('a token that is refused is an answer, but not a usable one: 3, with what to do', async () => {
  const wrong = folder.file('wrong-too', 'another');
  const args = ['reconcile', '--index', fits, '--url', service.url, '--token-file', wrong];
  const { code, stdout } = await runInProcess(args);
  expect(code).toBe(3);
  expect(stdout).toMatch(
    / {2}unauthorized {2}http.*\n {4}to do {2}compare the token with.*✖ no usable answer\n$/s,
  );
});

test('an answer that is not JSON is not a usable one either: 3, with what to do', async () => {
  await using page = await startAnswer(200, '<title>Welcome</title>');
  const { code, stdout } = await runInProcess(at(page.url, ['reconcile', '--index', fits]));
  expect(code).toBe(3);
  expect(stdout).toMatch(/ {2}invalid-response {2}http.*\n {4}to do {2}something else may answer/);
});
