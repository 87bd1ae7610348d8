/** What a real indexer wrote, held against what a real service says of itself: from the library and at the command. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  createPackClient,
  type Finding,
  loadPackIndex,
  type PackClient,
  type PackIndex,
} from '../../src/index.js';
import { findSchemaProblems } from '../../src/pack/index-schema-problems.js';
import { makeFolder } from '../cli/fixture.js';
import { runInProcess } from '../cli/in-process.js';
import { type PeerService, startPeerService } from './peer-service.js';

const indexPath = inject('peerIndexPath');
const wholeEnv = { CONTRACT_REGION: 'set', CONTRACT_ZONE: 'set' };
const ctx = { tenantId: 'tenant-1', runId: 'run-1' };

describe('the index that the Python indexer wrote', () => {
  const folder = makeFolder();
  let index: PackIndex;
  let peer: PeerService;
  let client: PackClient;
  let tokenFile: string;
  beforeAll(async () => {
    index = await loadPackIndex(indexPath);
    peer = await startPeerService({ indexPath, env: wholeEnv });
    client = createPackClient({ url: peer.url, token: peer.token, index });
    tokenFile = folder.file('token', `${peer.token}\n`);
  });
  afterAll(async () => {
    folder[Symbol.dispose]();
    await client.close({ graceMs: 0 });
    await peer.stop();
  });

  const reconcileAt = (url: string, file: string, ...more: readonly string[]) =>
    runInProcess(['reconcile', '--index', file, '--url', url, '--token-file', tokenFile, ...more]);

  /** Without the tool that echoes, with one that nobody wrote, and with another version of a third. */
  const changed = (): PackIndex => {
    const tools = index.tools
      .filter(({ id }) => id !== 'contract.echo')
      .map((tool) => (tool.id === 'contract.read' ? { ...tool, version: '9.0.0' } : tool));
    const added = { id: 'contract.added', input: {}, output: {}, modulePath: 'tools/added.py' };
    return { ...index, tools: [...tools, added] };
  };

  const toolFindings: readonly Finding[] = [
    {
      code: 'tool-missing',
      severity: 'error',
      subject: 'contract.added',
      message: 'calls to contract.added will be answered tool-not-in-pack',
    },
    {
      code: 'tool-version-mismatch',
      severity: 'error',
      subject: 'contract.read@9.0.0',
      message:
        'calls to contract.read@9.0.0 will be answered tool-version-mismatch, and those that name no version will run another: the service serves 1.2.3',
      expected: '9.0.0',
      actual: '1.2.3',
    },
    {
      code: 'tool-extra',
      severity: 'warning',
      subject: 'contract.echo',
      message: 'contract.echo is served, though not indexed: calls by this index do not reach it',
    },
  ];

  it('fits the service that was started with it', async () => {
    const report = await client.reconcile();
    expect(report).toMatchObject({ ok: true, findings: [], replicas: [{ findings: [] }] });
    expect(await findSchemaProblems(index)).toEqual([]);
    const said = await reconcileAt(peer.url, indexPath);
    expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(said.stdout).toContain('what is served fits the index');
  });

  it('with a tool removed, added and given another version says exactly that', async () => {
    const file = folder.file('changed.json', changed());
    const report = await client.reconcile({ index: changed() });
    expect(report).toMatchObject({ ok: false, findings: toolFindings });
    const said = await reconcileAt(peer.url, file, '--json');
    expect(said).toMatchObject({ code: 1, stderr: '' });
    expect(JSON.parse(said.stdout)).toMatchObject({ ok: false, findings: toolFindings });
    const { stdout } = await reconcileAt(peer.url, file);
    for (const { code, subject, message } of toolFindings) {
      expect(stdout).toContain(`${code}  ${subject}\n    ${message}\n`);
    }
    expect(stdout).toMatch(/Errors \(2\).*Warnings \(1\).*✖ 2 errors\n$/s);
  });

  it('tells truly what will become of the calls', async () => {
    const call = (tool: string | { id: string; version: string }) =>
      client.invoke({ tool, input: { text: 'x', value: 1 }, ctx });
    expect(await call('contract.added')).toMatchObject({ code: 'tool-not-in-pack' });
    const versioned = { id: 'contract.read', version: '9.0.0' };
    expect(await call(versioned)).toMatchObject({ code: 'tool-version-mismatch' });
    expect(await call('contract.read')).toMatchObject({ kind: 'result' });
  });

  it('names the environment that the service lacks, beside all else', async () => {
    const bare = await startPeerService({ indexPath, env: { CONTRACT_REGION: 'set' } });
    try {
      const message = expect.stringMatching(/^CONTRACT_ZONE is unset or empty at the service: /);
      const missing = { code: 'env-missing', severity: 'error', subject: 'CONTRACT_ZONE', message };
      const alone = createPackClient({ url: bare.url, token: bare.token, index });
      expect(await alone.reconcile()).toMatchObject({ ok: false, findings: [missing] });
      const both = await alone.reconcile({ index: changed() });
      expect(both.findings).toEqual([missing, ...toolFindings]);
      await alone.close({ graceMs: 0 });
      const said = await reconcileAt(bare.url, folder.file('both.json', changed()), '--json');
      expect(said).toMatchObject({ code: 1, stderr: '' });
      expect(JSON.parse(said.stdout).findings).toEqual([missing, ...toolFindings]);
      const ready = await runInProcess(['ready', '--quiet', '--url', bare.url]);
      expect(ready).toMatchObject({ code: 1, stdout: '' });
      expect(ready.stderr).toMatch(/missing-env +503 .*CONTRACT_ZONE/);
    } finally {
      await bare.stop();
    }
  });

  it.each<[string, unknown]>([
    ['contract.read', {}],
    ['contract.read', { text: 5 }],
    ['contract.read', 'text'],
    ['contract.defaults', { name: 'x', more: 1 }],
    ['contract.defaults', { name: 'x', style: { loud: 'very' } }],
    ['contract.defaults', { greeting: 'hi' }],
    ['contract.hold', { key: 'k', until: null }],
  ])('finds what the service finds in the input of %s: %j', async (tool, input) => {
    const strict = createPackClient({ url: peer.url, token: peer.token, index, validateInput: true });
    const [local, remote] = await Promise.all(
      [strict, client].map((each) => each.invoke({ tool, input, ctx })),
    );
    await strict.close({ graceMs: 0 });
    const refused = { kind: 'error', code: 'input-validation-failed', toolId: tool };
    expect(local).toMatchObject({ ...refused, local: true });
    expect(remote).toMatchObject(refused);
    expect(Object(local).issues).toEqual(Object(remote).issues);
  });

  it('lets pass what the service fills in', async () => {
    const strict = createPackClient({ url: peer.url, token: peer.token, index, validateInput: true });
    const outcome = await strict.invoke({ tool: 'contract.defaults', input: { name: 'x' }, ctx });
    await strict.close({ graceMs: 0 });
    const output = { name: 'x', greeting: 'hello', style: { loud: false } };
    expect(outcome).toMatchObject({ kind: 'result', output });
  });
});
