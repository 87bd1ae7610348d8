/** What only the real Python service does, so that what the client makes of it is known. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractChecks, contractTools } from '../../mocks/contract/target.js';
import { tell, toldError } from '../../mocks/contract/told.js';
import { createPackClient, type PackClient } from '../../src/index.js';
import { until } from '../until.js';
import { type PeerService, startPeerService } from './peer-service.js';

const ctx = { tenantId: 'tenant-1', runId: 'run-1' };
const env = { CONTRACT_REGION: 'set', CONTRACT_ZONE: 'set' };

const toldServiceFailed = {
  what: 'service-failed',
  kind: 'transport',
  execution: 'may-have-run',
  mayStillRun: false,
  stopped: 'not-retryable',
  attempts: ['500 service-failed: may-have-run'],
};

describe('the real Python service', () => {
  let peer: PeerService;
  let client: PackClient;

  beforeAll(async () => {
    peer = await startPeerService({ env });
    client = createPackClient({ url: peer.url, token: peer.token });
  });
  afterAll(async () => {
    await peer.stop();
    await client.close({ graceMs: 0 });
  });

  const echo = (value: unknown) => client.invoke({ tool: contractTools.echo, input: { value }, ctx });

  it('refuses an input that only the model finds wrong', async () => {
    const outcome = await client.invoke({ tool: 'contract.even', input: { number: 3 }, ctx });
    expect(tell(outcome)).toEqual(toldError('input-validation-failed', 'did-not-run'));
    expect(outcome).toMatchObject({ issues: [{ instancePath: '/number', message: expect.any(String) }] });
  });

  it('refuses a trace that is none, as it refuses an input', async () => {
    const outcome = await client.check({ check: contractChecks.says, trace: {} });
    expect(tell(outcome)).toEqual(toldError('input-validation-failed', 'did-not-run'));
    expect(outcome).toMatchObject({ checkId: contractChecks.says });
  });

  it('fails with 500 after the tool ran when half a character is in its output', async () => {
    expect(tell(await echo('\ud800'))).toEqual(toldServiceFailed);
  });

  it('fails with 500 when a value is nested too deep for it, and goes on serving', async () => {
    const levels = 2_000;
    const deep: unknown = JSON.parse('['.repeat(levels) + ']'.repeat(levels));
    expect(tell(await echo(deep))).toEqual(toldServiceFailed);
    expect(await echo('still there')).toMatchObject({ kind: 'result', output: 'still there' });
  });

  it('killed in mid-call leaves a call that may have run, and then nobody', async () => {
    const input = { key: 'killed', until: '/never' };
    const held = client.invoke({ tool: contractTools.hold, input, ctx });
    await until(async () => {
      const holds = await client.invoke({ tool: contractTools.holds, input: {}, ctx });
      return holds.kind === 'result' && JSON.stringify(holds.output).includes('killed');
    }, 'the call is in flight');
    expect(await peer.stop('SIGKILL')).toBeNull();
    expect(tell(await held)).toEqual({
      what: 'connection-lost',
      kind: 'transport',
      execution: 'may-have-run',
      mayStillRun: true,
      stopped: 'not-retryable',
      attempts: ['sent connection-lost: may-have-run'],
    });
    const late = await client.invoke(
      { tool: contractTools.read, input: { text: 'x' }, ctx },
      { retry: false },
    );
    expect(late).toMatchObject({ kind: 'transport', reason: 'unreachable', execution: 'did-not-run' });
  });
});
