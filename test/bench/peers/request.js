/**
 * undici by hand: `pool.request()` and `.json()`. With replicas: a pool each, one after the other.
 */
import { Pool } from 'undici';
import { headersOf, messageOf, outputOf, tool } from '../message.js';

/** @type {import('./peers.js').CreatePeer} */
export async function create({ urls, token, connections, logFile, validates }) {
  const pools = urls.map((url) => new Pool(url, { connections, pipelining: 1 }));
  const logger = logFile === undefined ? undefined : (await import('./log.js')).createLogger(logFile);
  const accepts = validates ? await inputCheck() : undefined;
  let turn = 0;
  const nextPool = () => {
    turn = (turn + 1) % pools.length;
    const pool = pools[turn];
    if (pool === undefined) throw new Error('no address was given');
    return pool;
  };

  return {
    async call(job) {
      if (accepts !== undefined && !accepts(job.input)) throw new Error('the input does not fit');
      const startedMs = performance.now();
      const headers = headersOf(token, job);
      const { statusCode, body } = await nextPool().request({
        path: '/v1/invoke',
        method: 'POST',
        headers,
        body: JSON.stringify(messageOf(job)),
      });
      const message = await body.json();
      logger?.info(
        {
          event: 'pack.call',
          runId: job.ctx.runId,
          requestId: headers['kindgi-request-id'],
          toolId: tool,
          status: statusCode,
          durationMs: performance.now() - startedMs,
        },
        'called',
      );
      return outputOf(statusCode, message);
    },
    close: async () => {
      await Promise.all(pools.map((pool) => pool.close()));
    },
  };
}

async function inputCheck() {
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  const { inputSchema } = await import('./tool-index.js');
  return new Ajv2020().compile(inputSchema);
}
