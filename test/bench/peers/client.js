/**
 * This library, with its defaults.
 */
import { tool } from '../message.js';

/** As many calls as it sends a replica at once when it is told nothing else. */
const usualConcurrency = 32;

/** @type {import('./peers.js').CreatePeer} */
export async function create({ urls, token, clientModule, connections, logFile, validates }) {
  const { createPackClient } = await import(clientModule);
  const client = createPackClient({
    url: urls,
    token,
    ...(connections > usualConcurrency ? { maxConcurrency: connections } : {}),
    ...(logFile === undefined ? {} : { logger: (await import('./log.js')).createLogger(logFile) }),
    ...(validates ? { validateInput: true, index: (await import('./tool-index.js')).toolIndex } : {}),
  });
  return {
    async call({ input, ctx }) {
      const outcome = await client.invoke({ tool, input, ctx });
      if (outcome.kind !== 'result') throw new Error(`${outcome.kind}: ${outcome.code ?? outcome.reason}`);
      return outcome.output;
    },
    close: () => client.close(),
  };
}
