/** `reconcile`: findings by severity, with what to do; a service that fits; one that is not there. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningPackService } from '../../mocks/index.js';
import { closedUrl, envOf, makeFolder, sampleIndex, startSample } from './fixture.js';
import { cli } from './run-cli.js';

const folder = makeFolder();
const fits = folder.file('index.json', sampleIndex);
const [first, ...others] = sampleIndex.tools;
const differs = folder.file('other.json', {
  ...sampleIndex,
  artifactVersion: 'another-build',
  tools: [...others, { ...first, version: '7.0.0' }, { ...first, id: 'acme.billing.refund' }].toSorted(
    (a, b) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1),
  ),
});

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

test.concurrent('a service that fits: 0', async () => {
  const ended = await cli(['reconcile', '--index', fits], { env: envOf(service) });
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(ended.stdout).toContain('✔ what is served fits the index');
});

test.concurrent('findings come by severity, each with what to do: 1', async () => {
  const ended = await cli(['reconcile', '--index', differs], { env: envOf(service) });
  expect(ended).toMatchObject({ code: 1, stderr: '' });
  expect(ended.stdout).toMatch(/Errors \(2\)\n.*tool-missing +acme\.billing\.refund\n.*\n +to do +deploy/);
  expect(ended.stdout).toMatch(
    /tool-version-mismatch .*indexed +7\.0\.0.*Warnings \(1\)\n +artifact-version/s,
  );
  expect(ended.stdout).toMatch(/✖ 2 errors\n$/);
});

test.concurrent('the same as a document', async () => {
  const ended = await cli(['reconcile', '--index', differs, '--json'], { env: envOf(service) });
  const report = JSON.parse(ended.stdout);
  expect(report.ok).toBe(false);
  expect(report.findings.map(({ code }: { readonly code: string }) => code)).toEqual([
    'tool-missing',
    'tool-version-mismatch',
    'artifact-version-mismatch',
  ]);
});

test.concurrent('a replica that gives no answer leaves the question open: 3', async () => {
  const args = ['reconcile', '--index', fits, '--url', service.url, '--url', nobody];
  const ended = await cli(args, { env: envOf(service) });
  expect(ended.code).toBe(3);
  expect(ended.stdout).toMatch(/✖ .*unreachable.*✖ 1 of 2 replicas gave no answer/s);
});
