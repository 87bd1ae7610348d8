/**
 * ky by hand, over the built-in `fetch`, without its retries. It opens as many connections as there are calls.
 */
import ky from 'ky';
import { headersOf, messageOf, outputOf } from '../message.js';

/** @type {import('./peers.js').CreatePeer} */
export async function create({ urls: [url = ''], token }) {
  return {
    async call(job) {
      const response = await ky.post(`${url}/v1/invoke`, {
        headers: headersOf(token, job),
        json: messageOf(job),
        retry: 0,
      });
      return outputOf(response.status, await response.json());
    },
    // Its connections belong to the process and close with it.
    close: async () => {},
  };
}
