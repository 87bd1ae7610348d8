/**
 * What is sent in a measured call and what it is answered: sizes, the message around an input, the headers that the
 * protocol's clients send, and what an output must be. It imports nothing but `node:crypto` and makes large inputs only
 * when they are asked for, so that it adds nothing to the start-up times measured with it.
 */
import { randomUUID } from 'node:crypto';

export const tool = 'bench.echo';

/** @typedef {'small' | '100kb' | '5mb'} Size */

const small = {
  orderId: 'o-20481',
  amount: 129.5,
  currency: 'EUR',
  tags: ['priority', 'gift'],
  confirm: true,
};

/** Rows of the larger sizes; each is about 160 bytes of JSON. */
const rowsOf = { '100kb': 620, '5mb': 31_000 };

/**
 * An input or output of a size. Records rather than one long string: serialising and parsing them costs what real
 * data costs.
 *
 * @param {Size} size
 * @returns {unknown}
 */
export function dataOf(size) {
  if (size === 'small') return small;
  const rows = Array.from({ length: rowsOf[size] }, (_, index) => ({
    id: `row-${index}`,
    title: `Item number ${index} of a list that was read from somewhere`,
    price: index * 1.25,
    labels: ['alpha', 'beta', 'gamma'],
    inStock: index % 3 === 0,
    note: null,
  }));
  return { rows };
}

/**
 * @typedef {object} Job  one call; the same for all calls of a load
 * @property {unknown} input
 * @property {{ tenantId: string, runId: string }} ctx  the run id tells the service which answer is wanted
 */

/**
 * @param {Size} send
 * @param {string} get  a size, or another answer that the service knows
 * @returns {Job}
 */
export function jobOf(send, get) {
  return { input: dataOf(send), ctx: { tenantId: 't', runId: `get-${get}` } };
}

/** @param {Job} job */
export function messageOf({ input, ctx }) {
  return { v: 2, kind: 'invoke', tool: { id: tool }, input, ctx };
}

/**
 * The headers of one call.
 *
 * @param {string} token
 * @param {Job} job
 */
export function headersOf(token, { ctx }) {
  return {
    'content-type': 'application/json',
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'bench',
    'kindgi-protocol': '2',
    'kindgi-pack-token': token,
    'kindgi-timeout-ms': '120000',
    'kindgi-run-id': ctx.runId,
    'kindgi-request-id': randomUUID(),
  };
}

/**
 * The output of a `result` message.
 *
 * @param {number} status
 * @param {any} message
 * @throws Error for any other status or message
 */
export function outputOf(status, message) {
  if (status !== 200) throw new Error(`the service answered ${status}`);
  if (message.kind !== 'result') throw new Error(`the service answered ${message.kind}`);
  return message.output;
}
