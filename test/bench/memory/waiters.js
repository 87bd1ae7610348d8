/**
 * Calls that are begun and left to wait, by this library and by hand, with nothing of the bench around each of them:
 * what it would add is no cost of theirs.
 */
import { Pool } from 'undici';
import { headersOf, messageOf, tool } from '../message.js';

/** Calls that one replica gets at once. */
export const slots = 32;

/** @typedef {(job: import('../message.js').Job) => Promise<unknown>} Begin */

/** @type {Readonly<Record<string, (target: import('../sections.js').BenchTarget) => Promise<Begin>>>} */
export const waiters = {
  client: ({ clientModule, ...target }) => begunBy(clientModule, target),
  other: ({ otherModule = '', ...target }) => begunBy(otherModule, target),
  async request({ urls: [url = ''], token }) {
    const pool = new Pool(url, { connections: slots, pipelining: 1 });
    return (job) =>
      pool.request({
        path: '/v1/invoke',
        method: 'POST',
        headers: headersOf(token, job),
        body: JSON.stringify(messageOf(job)),
      });
  },
};

/**
 * @param {string} clientModule
 * @param {Pick<import('../sections.js').BenchTarget, 'urls' | 'token'>} target
 * @returns {Promise<Begin>}
 */
async function begunBy(clientModule, { urls: [url = ''], token }) {
  const { createPackClient } = await import(clientModule);
  const client = createPackClient({ url, token, maxConcurrency: slots, maxQueue: 100_000 });
  return ({ input, ctx }) => client.invoke({ tool, input, ctx });
}
