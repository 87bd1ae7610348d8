/**
 * got by hand, with a keep-alive agent.
 */
import { Agent } from 'node:http';
import got from 'got';
import { headersOf, messageOf, outputOf } from '../message.js';

/** @type {import('./peers.js').CreatePeer} */
export async function create({ url, token, concurrency }) {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  return {
    async call(input) {
      const response = await got.post(`${url}/v1/invoke`, {
        agent: { http: agent },
        headers: headersOf(token),
        json: messageOf(input),
        responseType: 'json',
      });
      return outputOf(response.statusCode, response.body);
    },
    close: async () => agent.destroy(),
  };
}
