/** Where there is no pack service, the suite says that, once, and plays no story. */
import { expect, it, onTestFinished } from 'vitest';
import { type ContractService, contractIndex, runPackServiceContract } from '../../mocks/contract/index.js';
import { startPackService } from '../../mocks/index.js';

async function play(service: ContractService, patienceMs = 10_000): Promise<unknown> {
  const target = { name: 'my service', index: contractIndex, patienceMs, start: async () => service };
  return runPackServiceContract(target).catch((error: unknown) => error);
}

it('a port where nobody listens, within its patience', async () => {
  // One that was free a moment ago may be another test's by now.
  const url = 'http://127.0.0.1:1';
  let closed = 0;
  const close = async (): Promise<void> => {
    closed += 1;
  };
  expect(String(await play({ url, token: 'x', close }, 200))).toMatch(
    `Error: my service is no pack service at ${url}: asked for /v1/info, it came to unreachable`,
  );
  expect(closed).toBe(1);
});

it('a service that takes another token', async () => {
  const service = await startPackService({ index: contractIndex });
  onTestFinished(() => service.close());
  const told = await play({ url: service.url, token: 'another', close: () => service.close() });
  expect(String(told)).toMatch('asked for /v1/info, it came to unauthorized');
});

it('what is wrong with closing hides no reason', async () => {
  const close = () => Promise.reject(new Error('cannot close'));
  const service = await startPackService({ index: contractIndex });
  onTestFinished(() => service.close());
  expect(String(await play({ url: service.url, token: 'another', close }))).toMatch('unauthorized');
});
