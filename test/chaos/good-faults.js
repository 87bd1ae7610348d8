/** Answers that stand, in every form in which they may arrive, and connections that end after them. */

/** @typedef {import('./exchange.js').Exchange} Exchange */
/** @typedef {Readonly<Record<string, readonly [weight: number, play: (exchange: Exchange) => void]>>} Faults */

const info = ['kindgi-duration-ms: 3', 'kindgi-artifact-version: build-7'];

/** Runs, and answers after the time that a handler takes. @param {(exchange: Exchange) => void} answer */
const ran = (answer) => (/** @type {Exchange} */ exchange) =>
  exchange.later(exchange.random.whole(0, 12), () => {
    exchange.run();
    answer(exchange);
  });

/** @param {Exchange} exchange @param {number} count */
function chunked(exchange, count) {
  const text = Buffer.from(JSON.stringify(exchange.message()));
  const size = Math.ceil(text.length / count);
  const parts = Array.from({ length: count }, (_, at) => text.subarray(at * size, (at + 1) * size));
  return [
    exchange.head(200, ['transfer-encoding: chunked']),
    ...parts
      .filter((part) => part.length > 0)
      .map((part) =>
        Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]),
      ),
    '0\r\n\r\n',
  ];
}

/** Somebody else's answer. @param {Exchange} exchange */
const foreign = (exchange) =>
  exchange.bytes(200, [], { v: 2, kind: 'result', output: { key: `not ${exchange.seen.key}` } });

/** @type {Faults} */
export const goodFaults = {
  good: [900, ran((exchange) => exchange.reply(200, info, exchange.message()))],
  'good, in chunks': [
    80,
    ran((exchange) => exchange.answer(Buffer.concat(chunked(exchange, 3).map((part) => Buffer.from(part))))),
  ],
  'good, in slow chunks': [
    60,
    ran((exchange) => exchange.writeSlowly(chunked(exchange, 4), () => exchange.answer(''))),
  ],
  'good, after 1xx answers': [
    40,
    ran((exchange) => {
      exchange.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n');
      exchange.write('HTTP/1.1 102 Processing\r\n\r\n');
      exchange.later(2, () => exchange.reply(200, info, exchange.message()));
    }),
  ],
  'good, with a BOM': [
    20,
    ran((exchange) => exchange.reply(200, [], `\ufeff${JSON.stringify(exchange.message())}`)),
  ],
  'good and long': [
    20,
    ran((exchange) => exchange.reply(200, [], { ...exchange.message(), extra: 'y'.repeat(200_000) })),
  ],
  'good, ended by closing': [
    20,
    ran((exchange) => {
      exchange.write(exchange.head(200, ['connection: close']));
      exchange.write(JSON.stringify(exchange.message()));
      exchange.end();
    }),
  ],
  'good, then keep-alive for 1 s': [
    60,
    ran((exchange) => {
      exchange.reply(200, ['keep-alive: timeout=1'], exchange.message());
      exchange.later(1_000, () => exchange.end());
    }),
  ],
  'good, with connection: close': [
    40,
    ran((exchange) => {
      exchange.write(exchange.bytes(200, ['connection: close'], exchange.message()));
      exchange.end();
    }),
  ],
  'good, then FIN': [
    30,
    ran((exchange) => {
      exchange.reply(200, [], exchange.message());
      exchange.later(exchange.random.whole(0, 3), () => exchange.end());
    }),
  ],
  'good, then RST': [
    30,
    ran((exchange) => {
      exchange.reply(200, [], exchange.message());
      exchange.later(exchange.random.whole(0, 3), () => exchange.reset());
    }),
  ],
  'good, with an unasked answer behind it': [
    40,
    ran((exchange) => {
      exchange.answer(Buffer.concat([exchange.bytes(200, [], exchange.message()), foreign(exchange)]));
    }),
  ],
  'good, and an unasked answer later': [
    40,
    ran((exchange) => {
      exchange.reply(200, [], exchange.message());
      exchange.later(exchange.random.whole(1, 10), () => exchange.push(foreign(exchange)));
    }),
  ],
};
