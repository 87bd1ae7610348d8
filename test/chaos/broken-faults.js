/** Ends that leave open whether the call ran: broken connections, silence, statuses and bodies that say nothing. */
import { endless } from './refusal-faults.js';

/** @typedef {import('./exchange.js').Exchange} Exchange */
/** @typedef {import('./good-faults.js').Faults} Faults */

/** It may have run, and now or in a moment comes this. @param {(exchange: Exchange) => void} play */
const unknown = (play) => (/** @type {Exchange} */ exchange) => {
  exchange.maybeRun();
  exchange.later(exchange.random.whole(0, 5), () => play(exchange));
};

/** @param {number} status @param {string[]} [headers] */
const status = (status, headers = []) =>
  unknown((exchange) => exchange.reply(status, headers, 'an error page'));

/** 200 with this body. @param {(exchange: Exchange) => string | Buffer | object} body @param {string[]} [headers] */
const answered = (body, headers = []) => unknown((exchange) => exchange.reply(200, headers, body(exchange)));

/** No more comes. A service that hangs gives up some day. @param {Exchange} exchange */
const hang = (exchange) => exchange.later(exchange.random.whole(20, 600), () => exchange.end());

/** The head of an answer, and nothing else yet. @param {string[]} headers @param {(exchange: Exchange) => void} then */
const begun = (headers, then) =>
  unknown((exchange) => {
    exchange.write(exchange.head(200, headers));
    then(exchange);
  });

/** @param {Exchange} exchange */
const half = (exchange) => JSON.stringify(exchange.message()).slice(0, 30);

/** @type {Faults} */
export const brokenFaults = {
  'RST after the request': [30, unknown((exchange) => exchange.reset())],
  'FIN after the request': [30, unknown((exchange) => exchange.end())],
  'RST in the head': [
    10,
    unknown((exchange) => {
      exchange.write('HTTP/1.1 200 O');
      exchange.later(1, () => exchange.reset());
    }),
  ],
  'FIN in the head': [
    10,
    unknown((exchange) => {
      exchange.write('HTTP/1.1 200 OK\r\ncontent-le');
      exchange.end();
    }),
  ],
  'RST in the body': [
    15,
    begun(['content-length: 500'], (exchange) => {
      exchange.write(half(exchange));
      exchange.later(1, () => exchange.reset());
    }),
  ],
  'FIN in the body': [
    15,
    begun(['content-length: 500'], (exchange) => {
      exchange.write(half(exchange));
      exchange.end();
    }),
  ],
  'FIN in the chunks': [
    15,
    begun(['transfer-encoding: chunked'], (exchange) => {
      exchange.write(`1e\r\n${half(exchange)}\r\n`);
      exchange.end();
    }),
  ],
  'cut, ended by closing': [
    10,
    begun(['connection: close'], (exchange) => {
      exchange.write(half(exchange));
      exchange.end();
    }),
  ],
  junk: [15, unknown((exchange) => exchange.write('SSH-2.0-nothing of yours\r\n\r\n'))],
  silence: [15, unknown(hang)],
  'head, then silence': [10, begun(['content-length: 500'], hang)],
  'half a body, then silence': [
    10,
    begun(['content-length: 500'], (exchange) => {
      exchange.write(half(exchange));
      hang(exchange);
    }),
  ],
  'a byte now and then, for ever': [
    8,
    begun(['transfer-encoding: chunked'], (exchange) => endless(exchange, ' ')),
  ],
  'a switch of protocol': [
    4,
    unknown((exchange) => {
      exchange.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: chance\r\n\r\n');
      hang(exchange);
    }),
  ],

  'too long': [
    20,
    begun(['content-length: 9000000'], (exchange) => {
      exchange.tooLong();
      exchange.write('v'.repeat(100_000));
    }),
  ],
  'too long, in chunks': [
    20,
    begun(['transfer-encoding: chunked'], (exchange) => endless(exchange, 'u'.repeat(90_000))),
  ],
  'not JSON': [10, answered(() => '<html>')],
  empty: [10, answered(() => '')],
  'a message of another kind': [
    10,
    answered(({ seen }) => ({
      v: 2,
      ...(seen.kind === 'tool'
        ? { kind: 'check-result', result: { passed: true } }
        : { kind: 'result', output: 1 }),
    })),
  ],
  'a message of another version': [10, answered((exchange) => ({ ...exchange.message(), v: 1 }))],
  encoded: [6, answered((exchange) => exchange.message(), ['content-encoding: gzip'])],

  204: [6, unknown((exchange) => exchange.answer(exchange.head(204, [])))],
  302: [8, status(302, ['location: /v1/invoke'])],
  500: [20, status(500)],
  502: [10, status(502)],
  504: [10, status(504, ['retry-after: 0'])],
  '503 without a delay': [20, status(503)],
  '503 with half a second': [8, status(503, ['retry-after: 0.5'])],
  '503 with two delays': [8, status(503, ['retry-after: 0', 'retry-after: 0'])],
};
