/**
 * got by hand, with a keep-alive agent.
 */
import { Agent } from 'node:http';
import got from 'got';
import { headersOf, messageOf, outputOf } from '../message.js';

/** @type {import('./peers.js').CreatePeer} */
export async function create({ urls: [url = ''], token, connections }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    async call(job) {
      const response = await got.post(`${url}/v1/invoke`, {
        agent: { http: agent },
        headers: headersOf(token, job),
        json: messageOf(job),
        responseType: 'json',
      });
      return outputOf(response.statusCode, response.body);
    },
    close: async () => agent.destroy(),
  };
}
