/**
 * Node's built-in `fetch` by hand. It opens as many connections as there are calls.
 */
import { headersOf, messageOf, outputOf } from '../message.js';

/** @type {import('./peers.js').CreatePeer} */
export async function create({ urls: [url = ''], token }) {
  return {
    async call(job) {
      const response = await fetch(`${url}/v1/invoke`, {
        method: 'POST',
        headers: headersOf(token, job),
        body: JSON.stringify(messageOf(job)),
      });
      return outputOf(response.status, await response.json());
    },
    // Its connections belong to the process and close with it.
    close: async () => {},
  };
}
