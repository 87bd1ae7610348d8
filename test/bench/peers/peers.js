/**
 * The peers by name. Each one is a module of its own that is loaded only in the process that measures it, so that
 * nobody pays for somebody else's imports.
 */

/**
 * @typedef {object} PeerOptions
 * @property {string} url           origin of the service
 * @property {string} token
 * @property {number} concurrency   connections a pool may open
 * @property {string} clientModule  file URL of the built client
 * @property {string} [otherModule]  file URL of another build, for `other`
 */

/**
 * @typedef {object} Peer
 * @property {(input: unknown) => Promise<unknown>} call  the output of the one call; rejects for anything else
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
};

/**
 * @param {string} name
 * @param {PeerOptions} options
 * @returns {Promise<Peer>}
 */
export async function createPeer(name, options) {
  const { create } = await import(`./${name}.js`);
  return create(options);
}
