/**
 * What `demo` and `reconcile` print, from a real run: the built-in service, the real client, real connections. What
 * differs from run to run (ports, times) is replaced or left out.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sampleChecks, sampleIndex, sampleTools, startPackService } from '../../mocks/index.js';
import { runInProcess } from '../cli/in-process.js';
import { root } from './exported.js';

const port = /127\.0\.0\.1:\d+/g;

/** The scene of the lost answer, and the table at the end. */
export async function demoLook(): Promise<string> {
  const { stdout } = await runInProcess(['demo']);
  const scene = /^ \d {2}A lost answer\n[\s\S]*?\n\n[\s\S]*?\n\n/m.exec(stdout)?.[0] ?? '';
  const table = /^ +WHAT HAPPENED[\s\S]*/m.exec(stdout)?.[0] ?? '';
  const shown = [
    '$ npx kindgi-pack demo',
    '…',
    scene.trimEnd().replace(/ {2}[\d.]+ m?s$/m, ''),
    '…',
    table.trimEnd().replace(/ {2,}(?:TIME|[\d.]+ m?s)(?= {2})/g, ''),
  ];
  return shown.join('\n');
}

/** An index that is one tool and one build ahead of a service that also lacks a variable. */
export async function reconcileLook(): Promise<string> {
  const folder = join(root, '.cache', 'look');
  await mkdir(folder, { recursive: true });
  const [tool] = sampleIndex.tools;
  const index = {
    ...sampleIndex,
    artifactVersion: 'build.42',
    tools: [...sampleIndex.tools, { ...tool, id: 'acme.billing.refund' }],
  };
  await writeFile(join(folder, 'index.json'), JSON.stringify(index));
  await using service = await startPackService({
    index: sampleIndex,
    tools: sampleTools,
    checks: sampleChecks,
    env: {},
  });
  await writeFile(join(folder, 'token'), service.token);
  const args = ['--url', service.url, '--token-file', join(folder, 'token')];
  const { stdout } = await runInProcess(['reconcile', '--index', join(folder, 'index.json'), ...args]);
  return `$ npx kindgi-pack reconcile --index index.json\n${stdout.trimEnd().replace(port, '127.0.0.1:8080')}`;
}
