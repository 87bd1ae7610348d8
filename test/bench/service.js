/**
 * The pack service of the bench, a process of its own so that its work is not in anybody's CPU time. It refuses a
 * call without the headers of a call, reads the whole body, and answers what the run id asks for, serialised
 * beforehand and the same for every peer. It runs no tool and checks no message.
 */
import { createServer } from 'node:http';
import { answerRequests } from './child-process.js';
import { listen } from './listen.js';
import { dataOf } from './message.js';

const required = ['kindgi-timeout-ms', 'kindgi-run-id', 'kindgi-request-id'];
const token = process.env['BENCH_TOKEN'];

/** @param {unknown} output */
const resultOf = (output) => Buffer.from(JSON.stringify({ v: 2, kind: 'result', output }));

/** By run id: a whole body. @type {Map<string | undefined, Buffer>} */
const bodies = new Map(
  /** @type {const} */ (['small', '100kb', '5mb']).map((size) => [`get-${size}`, resultOf(dataOf(size))]),
);
/** By run id: a body that is sent in chunks of one byte. @type {Map<string | undefined, Buffer>} */
const trickles = new Map(
  [1_000, 10_000].map((bytes) => [`get-${bytes}-chunks`, resultOf('x'.repeat(bytes - 36))]),
);

/** @param {import('node:http').IncomingMessage} request */
function refusalOf(request) {
  if (request.url !== '/v1/invoke') return 404;
  if (request.method !== 'POST') return 405;
  if (request.headers['kindgi-pack-token'] !== token) return 401;
  if (!request.headers['content-type']?.startsWith('application/json')) return 415;
  return required.every((name) => request.headers[name] !== undefined) ? undefined : 400;
}

const headers = {
  'content-type': 'application/json',
  'kindgi-duration-ms': '1',
  'kindgi-artifact-version': 'bench-1',
};

/** @type {import('node:http').RequestListener} */
function serve(request, response) {
  request.resume();
  request.on('end', () => {
    const status = refusalOf(request);
    if (status !== undefined) {
      response.writeHead(status).end();
      return;
    }
    const wanted = String(request.headers['kindgi-run-id']);
    const body = bodies.get(wanted);
    const trickle = trickles.get(wanted);
    if (body !== undefined) {
      response.writeHead(200, { ...headers, 'content-length': body.length });
      response.end(body);
    } else if (trickle !== undefined) {
      response.writeHead(200, headers);
      response.cork();
      for (const byte of trickle) response.write(Uint8Array.of(byte));
      response.end();
    }
    // Whatever else is wanted is never answered.
  });
}

function openReplica() {
  const server = createServer(serve);
  // Longer than a round: no peer shall pay for connections that were idle while the others had their turn.
  server.keepAliveTimeout = 60_000;
  return listen(server);
}

answerRequests({
  /** @param {number} replicas */
  listen: (replicas) => Promise.all(Array.from({ length: replicas }, openReplica)),
});
