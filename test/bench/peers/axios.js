/**
 * axios by hand, with a keep-alive agent.
 */
import { Agent } from 'node:http';
import axios from 'axios';
import { headersOf, messageOf, outputOf } from '../message.js';

/** @type {import('./peers.js').CreatePeer} */
export async function create({ urls: [url = ''], token, connections }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    async call(job) {
      const response = await axios.post(`${url}/v1/invoke`, messageOf(job), {
        httpAgent: agent,
        headers: headersOf(token, job),
      });
      return outputOf(response.status, response.data);
    },
    close: async () => agent.destroy(),
  };
}
