/**
 * undici's lowest layer by hand: `pool.dispatch`, a handler that collects the body, `JSON.parse`. Nothing on top of
 * undici can cost less than about this.
 */
import { Pool } from 'undici';
import { headersOf, messageOf, outputOf } from '../message.js';

/** @type {import('./peers.js').CreatePeer} */
export async function create({ urls: [url = ''], token, connections }) {
  const pool = new Pool(url, { connections, pipelining: 1 });
  return {
    call(job) {
      const body = JSON.stringify(messageOf(job));
      return new Promise((resolve, reject) => {
        pool.dispatch(
          { path: '/v1/invoke', method: 'POST', headers: headersOf(token, job), body },
          new Collector(resolve, reject),
        );
      });
    },
    close: () => pool.close(),
  };
}

class Collector {
  /** @type {Buffer[]} */
  chunks = [];
  status = 0;

  /**
   * @param {(output: unknown) => void} resolve
   * @param {(error: unknown) => void} reject
   */
  constructor(resolve, reject) {
    this.resolve = resolve;
    this.reject = reject;
  }

  onRequestStart() {}

  /**
   * @param {unknown} _controller
   * @param {number} status
   */
  onResponseStart(_controller, status) {
    this.status = status;
  }

  /**
   * @param {unknown} _controller
   * @param {Buffer} chunk
   */
  onResponseData(_controller, chunk) {
    this.chunks.push(chunk);
  }

  onResponseEnd() {
    const [first] = this.chunks;
    const bytes = this.chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.chunks);
    try {
      this.resolve(outputOf(this.status, JSON.parse(bytes.toString())));
    } catch (error) {
      this.reject(error);
    }
  }

  /**
   * @param {unknown} _controller
   * @param {unknown} error
   */
  onResponseError(_controller, error) {
    this.reject(error);
  }
}
