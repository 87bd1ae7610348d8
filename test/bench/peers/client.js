/**
 * This library, with its defaults.
 */
import { ctx, tool } from '../message.js';

/** @type {import('./peers.js').CreatePeer} */
export async function create({ url, token, clientModule }) {
  const { createPackClient } = await import(clientModule);
  const client = createPackClient({ url, token });
  return {
    async call(input) {
      const outcome = await client.invoke({ tool, input, ctx });
      if (outcome.kind !== 'result') throw new Error(`${outcome.kind}: ${outcome.code ?? outcome.reason}`);
      return outcome.output;
    },
    close: () => client.close(),
  };
}
