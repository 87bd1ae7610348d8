/**
 * The peers by name. Each one is a module of its own that is loaded only in the process that measures it, so that
 * nobody pays for somebody else's imports.
 */

/**
 * @typedef {object} Target  where calls go, and through which builds
 * @property {readonly string[]} urls   origins of the service's replicas
 * @property {string} token
 * @property {string} clientModule      file URL of the built client
 * @property {string | undefined} [otherModule]  file URL of another build, for `other`
 */

/**
 * @typedef {object} PeerWish  what a load asks of its peers; each finds its own way to it
 * @property {number} connections  that a pool may open to one replica
 * @property {string} [logFile]    write one line of pino at `info` per call there
 * @property {boolean} [validates]  check each input against the tool's schema first
 */

/** @typedef {Target & PeerWish} PeerOptions */

/**
 * @typedef {object} Peer
 * @property {(job: import('../message.js').Job) => Promise<unknown>} call  the output of the one call; rejects for
 *   anything else
 * @property {() => Promise<void>} close
 */

/** @typedef {(options: PeerOptions) => Promise<Peer>} CreatePeer */

/** @type {Readonly<Record<string, string>>} */
export const peerTitles = {
  client: 'kindgi-pack-client',
  other: 'another build of it',
  request: 'undici `pool.request()` + `.json()`',
  dispatch: 'undici `pool.dispatch` + own handler',
  fetch: 'built-in `fetch`',
  got: 'got',
  axios: 'axios',
  ky: 'ky',
};

/** Those that cost several times as much as a call needs: shorter turns show that as well. */
export const heavyPeers = ['fetch', 'got', 'axios', 'ky'];

/**
 * @param {string} name
 * @param {PeerOptions} options
 * @returns {Promise<Peer>}
 */
export async function createPeer(name, options) {
  const { create } = await import(`./${name}.js`);
  return create(options);
}
