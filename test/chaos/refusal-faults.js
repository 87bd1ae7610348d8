/** Answers that say that the call did not run, and the errors of pack code with and without a run. */

/** @typedef {import('./exchange.js').Exchange} Exchange */
/** @typedef {import('./good-faults.js').Faults} Faults */

/** @param {string} code @param {'ran' | 'not run' | 'unknown'} execution */
const packError = (code, execution) => (/** @type {Exchange} */ exchange) => {
  if (execution === 'ran') exchange.run();
  if (execution === 'unknown') exchange.maybeRun();
  exchange.reply(200, [], exchange.error(code));
};

/** @param {string} error @param {number} seconds @param {string[]} [headers] */
const refused =
  (error, seconds, headers = []) =>
  (/** @type {Exchange} */ exchange) =>
    exchange.reply(503, [exchange.refusal(String(seconds), seconds * 1_000), ...headers], { error });

/** A refusal whose body misbehaves. @param {(exchange: Exchange) => void} body @param {string[]} [framing] */
const refusedWith =
  (body, framing = []) =>
  (/** @type {Exchange} */ exchange) => {
    exchange.write(exchange.head(503, [exchange.refusal('0', 0), ...framing]));
    body(exchange);
  };

/** @param {number} status @param {string[]} [headers] */
const status =
  (status, headers = []) =>
  (/** @type {Exchange} */ exchange) =>
    exchange.reply(status, headers, { error: 'no' });

/** @type {Faults} */
export const refusalFaults = {
  'handler-throw': [25, packError('handler-throw', 'ran')],
  'output-validation-failed': [15, packError('output-validation-failed', 'ran')],
  'input-validation-failed': [15, packError('input-validation-failed', 'not run')],
  'handler-import-failed': [10, packError('handler-import-failed', 'not run')],
  'tool-not-in-pack': [30, packError('tool-not-in-pack', 'not run')],
  'deadline-exceeded': [15, packError('deadline-exceeded', 'unknown')],
  cancelled: [10, packError('cancelled', 'unknown')],
  'unlisted code': [10, packError('code-of-tomorrow', 'unknown')],

  overloaded: [6, refused('overloaded', 0)],
  'overloaded for 1 s': [3, refused('overloaded', 1)],
  draining: [25, refused('draining', 0, ['connection: close'])],
  'draining, open': [15, refused('draining', 1)],
  'not ready': [20, refused('not ready', 1)],
  'missing env': [10, refused('missing env', 1)],
  'refused until a date past': [
    10,
    (exchange) => exchange.reply(503, [exchange.refusal('Thu, 01 Jan 2015 00:00:00 GMT', 0)], 'come back'),
  ],
  'refused, long body': [
    10,
    (exchange) => exchange.reply(503, [exchange.refusal('0', 0)], 'z'.repeat(300_000)),
  ],
  'refused, endless body': [
    8,
    refusedWith((exchange) => endless(exchange, 'w'.repeat(4_000)), ['transfer-encoding: chunked']),
  ],
  'refused, cut body': [10, refusedWith((exchange) => exchange.end(), ['content-length: 99'])],
  'refused, then RST': [
    10,
    refusedWith((exchange) => exchange.later(1, () => exchange.reset()), ['content-length: 99']),
  ],
  'refused, body that never comes': [6, refusedWith(() => {}, ['content-length: 99'])],

  401: [10, status(401)],
  404: [6, status(404)],
  405: [6, status(405)],
  413: [6, status(413)],
  415: [6, status(415)],
  429: [10, status(429, ['retry-after: 0'])],
};

/** Chunks for as long as the connection lives. @param {Exchange} exchange @param {string} text */
export function endless(exchange, text) {
  exchange.write(`${text.length.toString(16)}\r\n${text}\r\n`);
  exchange.later(1, () => endless(exchange, text));
}
