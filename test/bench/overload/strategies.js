/**
 * Two ways to meet a service that refuses: this library's, and what one would write by hand, which is to sleep as long
 * as the service says and try again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { headersOf, messageOf, outputOf } from '../message.js';
import { createPeer } from '../peers/peers.js';

/** @type {Readonly<Record<string, string>>} */
export const strategyTitles = {
  client: 'kindgi-pack-client',
  other: 'another build of it',
  sleep: '`pool.request()`, sleeping `Retry-After`',
};

/** What this library sends one replica at once, untold. */
const usualConnections = 32;

/**
 * @param {string} name
 * @param {import('../peers/peers.js').Target} target
 * @param {number} connections  of those that set themselves no limit
 * @returns {Promise<import('../peers/peers.js').Peer>}
 */
export async function createStrategy(name, target, connections) {
  return name === 'sleep'
    ? sleepAndRetry({ ...target, connections })
    : createPeer(name, { ...target, connections: usualConnections });
}

/**
 * @param {import('../peers/peers.js').PeerOptions} options
 * @returns {import('../peers/peers.js').Peer}
 */
function sleepAndRetry({ urls: [url = ''], token, connections }) {
  const pool = new Pool(url, { connections, pipelining: 1 });
  return {
    async call(job) {
      for (;;) {
        const { statusCode, headers, body } = await pool.request({
          path: '/v1/invoke',
          method: 'POST',
          headers: headersOf(token, job),
          body: JSON.stringify(messageOf(job)),
        });
        const message = await body.json();
        if (statusCode !== 503) return outputOf(statusCode, message);
        await sleep(Number(headers['retry-after']) * 1_000);
      }
    },
    close: () => pool.close(),
  };
}
