/** The contract suite against the real Python pack service, and that both sides mean the same pack. */
import { describe, expect, inject, it } from 'vitest';
import { contractIndex, hollowCheck, hollowTool } from '../../mocks/contract/contract-index.js';
import type { ContractService } from '../../mocks/contract/index.js';
import { callHeaders, sendRaw } from '../../mocks/contract/raw-http.js';
import { describePackServiceContract } from '../../mocks/vitest/index.js';
import { type IndexedTool, type PackIndex, parsePackIndex } from '../../src/index.js';
import { startPeerService } from './peer-service.js';
import { pythonOnlyTools } from './python-only.js';

const indexed = parsePackIndex(JSON.parse(inject('peerIndex')));

describe('the Python pack', () => {
  it('is the pack of the contract, and two tools that only Python needs', () => {
    const common = indexed.tools.filter(({ id }) => !pythonOnlyTools.includes(id));
    expect(comparable({ ...indexed, tools: common })).toEqual(
      comparable({
        ...contractIndex,
        tools: contractIndex.tools.filter(({ id }) => id !== hollowTool.id),
        guardrails: contractIndex.guardrails.filter(({ id }) => id !== hollowCheck.id),
      }),
    );
    expect(indexed.tools.length - common.length).toBe(pythonOnlyTools.length);
  });
});

describePackServiceContract({
  name: 'the real Python service',
  index: {
    ...indexed,
    tools: [...indexed.tools, hollowTool],
    guardrails: [...indexed.guardrails, hollowCheck],
  },
  async start(setup) {
    const peer = await startPeerService(setup);
    const service: ContractService = {
      url: peer.url,
      token: peer.token,
      async drain() {
        const code = await peer.stop('SIGTERM');
        if (code !== 0)
          throw new Error(`the pack service ended with ${code}:\n${peer.stderrLines.join('\n')}`);
      },
      async close() {
        await peer.stop();
      },
    };
    await breakUnloadable(service);
    return service;
  },
});

/** Refused by a service that lacks its environment; no story looks for the tool there. */
async function breakUnloadable(service: ContractService): Promise<void> {
  const ctx = { tenantId: 'tenant-1', runId: 'run-1' };
  const message = { v: 2, kind: 'invoke', tool: { id: 'contract.break' }, input: { broken: true }, ctx };
  const body = JSON.stringify(message);
  await sendRaw(service.url, { headers: callHeaders(service), body });
}

/** Without the texts, which each language words for itself. */
function comparable({ tools, ...index }: PackIndex): object {
  const bare = ({ description: _text, effects: _effects, ...tool }: IndexedTool) => tool;
  return { ...index, tools: tools.map(bare) };
}
