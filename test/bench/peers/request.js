/**
 * undici by hand: `pool.request()` and `.json()`.
 */
import { Pool } from 'undici';
import { headersOf, messageOf, outputOf } from '../message.js';

/** @type {import('./peers.js').CreatePeer} */
export async function create({ url, token, concurrency }) {
  const pool = new Pool(url, { connections: concurrency, pipelining: 1 });
  return {
    async call(input) {
      const { statusCode, body } = await pool.request({
        path: '/v1/invoke',
        method: 'POST',
        headers: headersOf(token),
        body: JSON.stringify(messageOf(input)),
      });
      return outputOf(statusCode, await body.json());
    },
    close: () => pool.close(),
  };
}
