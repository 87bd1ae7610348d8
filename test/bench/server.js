/**
 * The pack service of the bench, a process of its own so that its work is not in anybody's CPU time. It refuses a
 * call without the headers of a call, reads the whole body, and answers with a result that was serialised
 * beforehand: as large as the request, the same for every peer. It runs no tool and checks no message.
 */
import { createServer } from 'node:http';
import { answerRequests } from './child-process.js';
import { inputs, largeFromBytes } from './message.js';

const required = ['kindgi-timeout-ms', 'kindgi-run-id', 'kindgi-request-id'];
const token = process.env['BENCH_TOKEN'];

/** @param {unknown} output */
const resultOf = (output) => Buffer.from(JSON.stringify({ v: 2, kind: 'result', output }));
const answers = { small: resultOf(inputs.small), large: resultOf(inputs.large) };

/** @param {import('node:http').IncomingMessage} request */
function refusalOf(request) {
  if (request.url !== '/v1/invoke') return 404;
  if (request.method !== 'POST') return 405;
  if (request.headers['kindgi-pack-token'] !== token) return 401;
  if (!request.headers['content-type']?.startsWith('application/json')) return 415;
  return required.every((name) => request.headers[name] !== undefined) ? undefined : 400;
}

const server = createServer((request, response) => {
  let bytes = 0;
  request.on('data', (chunk) => {
    bytes += chunk.length;
  });
  request.on('end', () => {
    const status = refusalOf(request);
    if (status !== undefined) {
      response.writeHead(status).end();
      return;
    }
    const answer = bytes >= largeFromBytes ? answers.large : answers.small;
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': answer.length,
      'kindgi-duration-ms': '1',
      'kindgi-artifact-version': 'bench-1',
    });
    response.end(answer);
  });
});

// Longer than a round: no peer shall pay for connections that were idle while the others had their turn.
server.keepAliveTimeout = 60_000;

answerRequests({
  listen: () =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        if (address === null || typeof address === 'string') reject(new Error('not listening on a port'));
        else resolve(`http://127.0.0.1:${address.port}`);
      });
    }),
});
