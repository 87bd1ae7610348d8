/**
 * What is sent in every measured call: two inputs, the message around them, the headers a person would write by
 * hand, and the loads they are sent under. It imports nothing but `node:crypto`, so that it adds nothing to the
 * start-up times measured with it.
 */
import { randomUUID } from 'node:crypto';

export const tool = 'bench.echo';
export const ctx = { tenantId: 't', runId: 'r' };

/** An answer's size follows the request's; this many bytes lie between the small and the large message. */
export const largeFromBytes = 50_000;

const small = {
  orderId: 'o-20481',
  amount: 129.5,
  currency: 'EUR',
  tags: ['priority', 'gift'],
  confirm: true,
};

// Records rather than one long string: serialising and parsing them costs what real input costs.
const large = {
  rows: Array.from({ length: 620 }, (_, index) => ({
    id: `row-${index}`,
    title: `Item number ${index} of a list that was read from somewhere`,
    price: index * 1.25,
    labels: ['alpha', 'beta', 'gamma'],
    inStock: index % 3 === 0,
    note: null,
  })),
};

/** @type {Readonly<Record<'small' | 'large', unknown>>} */
export const inputs = { small, large };

/**
 * @typedef {object} Load
 * @property {string} name      what `--only` calls it
 * @property {string} title
 * @property {number} concurrency  calls in flight, and connections of a pool
 * @property {'small' | 'large'} message
 */

/** @type {readonly Load[]} */
export const loads = [
  { name: 'small-1', title: 'Small message, 1 call at a time', concurrency: 1, message: 'small' },
  { name: 'small-32', title: 'Small message, 32 calls at a time', concurrency: 32, message: 'small' },
  { name: 'large-8', title: '100 KB message, 8 calls at a time', concurrency: 8, message: 'large' },
];

/** @param {unknown} input */
export function messageOf(input) {
  return { v: 2, kind: 'invoke', tool: { id: tool }, input, ctx };
}

/** The headers of one call. @param {string} token */
export function headersOf(token) {
  return {
    'content-type': 'application/json',
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
