/**
 * axios by hand, with a keep-alive agent.
 */
import { Agent } from 'node:http';
import axios from 'axios';
import { headersOf, messageOf, outputOf } from '../message.js';

/** @type {import('./peers.js').CreatePeer} */
export async function create({ url, token, concurrency }) {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  return {
    async call(input) {
      const response = await axios.post(`${url}/v1/invoke`, messageOf(input), {
        httpAgent: agent,
        headers: headersOf(token),
      });
      return outputOf(response.status, response.data);
    },
    close: async () => agent.destroy(),
  };
}
