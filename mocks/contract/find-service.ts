/** Asks whether there is a pack service at all, so that a wrong address is one failure and not one of each story. */
import { createPackClient } from '../../src/index.js';
import { outcomeName } from '../../src/outcome-name.js';
import { type ContractService, type ContractTarget, defaultPatienceMs } from './target.js';

/** @throws Error (as a rejection) that names the address and what came of asking there for `/v1/info`. */
export async function findService(
  { name, patienceMs = defaultPatienceMs }: ContractTarget,
  { url, token }: ContractService,
): Promise<void> {
  await using client = createPackClient({ url, token });
  const outcome = await client.info({ timeoutMs: patienceMs });
  if (outcome.kind === 'info') return;
  const found = `${outcomeName(outcome)} (${outcome.message})`;
  throw new Error(`${name} is no pack service at ${url}: asked for /v1/info, it came to ${found}`);
}
