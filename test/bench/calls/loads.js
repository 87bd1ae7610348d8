/**
 * The loads under which calls are measured: how many at a time, which way the bytes go, and what else is asked of a
 * call. Large messages go one way at a time, since each way costs something else: serialising and writing, or reading
 * and parsing. Both at once would be the sum.
 */
import { heavyPeers, peerTitles } from '../peers/peers.js';

/**
 * @typedef {object} Load
 * @property {string} name         what `--only` calls it
 * @property {string} title
 * @property {number} concurrency  calls that are under way or wait, at any time
 * @property {number} connections  that a pool may open to one replica
 * @property {import('../message.js').Size} send
 * @property {import('../message.js').Size} get
 * @property {number} replicas
 * @property {boolean} logs        one line of pino a call, at `info`, to a file
 * @property {boolean} validates   each input against the tool's schema, before it is sent
 * @property {readonly string[]} peers
 */

const all = Object.keys(peerTitles);
const onUndici = all.filter((name) => !heavyPeers.includes(name));
/** Who has somebody's code for it: this library, and what a person would write. */
const written = ['client', 'other', 'request'];

/**
 * @param {string} name
 * @param {string} title
 * @param {Partial<Load> & { concurrency: number }} rest
 * @returns {Load}
 */
function load(name, title, rest) {
  const plain = { replicas: 1, logs: false, validates: false, peers: all };
  const sizes = /** @type {const} */ ({ send: 'small', get: 'small' });
  return { ...plain, ...sizes, name, title, connections: rest.concurrency, ...rest };
}

/** @type {readonly Load[]} */
export const loads = [
  load('small-1', 'Small message, 1 call at a time', { concurrency: 1 }),
  load('small-32', 'Small message, 32 calls at a time', { concurrency: 32 }),
  load('small-256', 'Small message, 256 calls at a time', { concurrency: 256 }),
  load('queue-256', 'Small message, 256 callers, 32 connections', {
    ...{ concurrency: 256, connections: 32, peers: onUndici },
  }),
  load('send-100kb', '100 KB sent, small answer, 8 calls at a time', { concurrency: 8, send: '100kb' }),
  load('get-100kb', 'Small message, 100 KB answered, 8 calls at a time', { concurrency: 8, get: '100kb' }),
  load('send-5mb', '5 MB sent, small answer, 2 calls at a time', { concurrency: 2, send: '5mb' }),
  load('get-5mb', 'Small message, 5 MB answered, 2 calls at a time', { concurrency: 2, get: '5mb' }),
  load('pino', 'Small message, 32 calls at a time, a line of pino each', {
    ...{ concurrency: 32, logs: true, peers: written },
  }),
  load('validate', 'Small message, 32 calls at a time, each input checked against its schema', {
    ...{ concurrency: 32, validates: true, peers: written },
  }),
  load('replicas-3', 'Small message, 32 calls at a time, 3 replicas', {
    ...{ concurrency: 32, replicas: 3, peers: written },
  }),
  load('replicas-20', 'Small message, 32 calls at a time, 20 replicas', {
    ...{ concurrency: 32, replicas: 20, peers: written },
  }),
];

/** The most replicas that a load has. */
export const mostReplicas = Math.max(...loads.map(({ replicas }) => replicas));
