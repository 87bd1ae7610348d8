/**
 * A pack service that takes so many calls at a time and refuses more with 503 `overloaded` and `Retry-After: 1`, a
 * process of its own. A handler only waits. It counts what arrived, what it
 * refused, and how long its slots were busy: that, not a number of calls, says how far what the cap allows was used.
 */
import { createServer } from 'node:http';
import { answerRequests } from '../child-process.js';
import { listen } from '../listen.js';

const result = '{"v":2,"kind":"result","output":null}';
const overloaded = '{"error":"overloaded"}';
const json = { 'content-type': 'application/json' };

let cap = 0;
let handlerMs = () => 0;
let active = 0;
let requests = 0;
let refusals = 0;
let results = 0;
/** Slots times milliseconds, until `changedMs`. */
let busyMs = 0;
let changedMs = 0;

/** @param {number} by */
function changeActive(by) {
  const nowMs = performance.now();
  busyMs += active * (nowMs - changedMs);
  changedMs = nowMs;
  active += by;
}

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    requests += 1;
    if (active >= cap) {
      refusals += 1;
      response.writeHead(503, { ...json, 'retry-after': '1' }).end(overloaded);
      return;
    }
    changeActive(1);
    setTimeout(() => {
      changeActive(-1);
      results += 1;
      response.writeHead(200, json).end(result);
    }, handlerMs());
  });
});

/** @typedef {{ atMs: number, requests: number, refusals: number, results: number, busyMs: number }} Counts */

answerRequests({
  /** @param {{ cap: number, meanMs: number, spread: 'none' | 'exponential' }} options  how long handlers wait */
  listen({ cap: calls, meanMs, spread }) {
    cap = calls;
    handlerMs = () => (spread === 'none' ? meanMs : -Math.log(1 - Math.random()) * meanMs);
    return listen(server);
  },
  /** @param {number} calls  at a time, from now on */
  take(calls) {
    cap = calls;
  },
  /** @returns {Counts} so far */
  counts() {
    changeActive(0);
    return { atMs: changedMs, requests, refusals, results, busyMs };
  },
});
