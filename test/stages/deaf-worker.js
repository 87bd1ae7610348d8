/**
 * A pack service on a thread that can be made to sleep: asleep, it takes no connection. Wakes when the shared
 * number is no longer 0.
 */
import { createServer } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** @type {string[]} */
const seen = [];
const server = createServer((request, response) => {
  seen.push(String(request.headers['kindgi-request-id']));
  request.resume().on('end', () => response.end('{"v":2,"kind":"result","output":1}'));
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  const address = server.address();
  parentPort?.postMessage(typeof address === 'object' ? address?.port : undefined);
});
parentPort?.on('message', (question) => {
  if (question === 'sleep') Atomics.wait(workerData, 0, 0);
  parentPort?.postMessage(seen);
});
