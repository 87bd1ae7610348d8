/** What each call of a run is: which client makes it, with what deadline, signal, retries and input. */
import { randomFor } from './random.js';

/**
 * @typedef {object} Plan
 * @property {string} key the call's own name: its request id, and in its input
 * @property {number} at
 * @property {'three' | 'one' | 'reader'} client
 * @property {'tool' | 'check'} kind
 * @property {number} timeoutMs
 * @property {'none' | 'shared' | 'own' | 'aborted'} signal
 * @property {number} abortAfterMs only with `own`
 * @property {false | { maxAttempts: number } | undefined} retry
 * @property {number} padding bytes that make the input long
 */

const clients = { three: 65, one: 15, reader: 20 };
const signals = { none: 70, shared: 14, own: 15, aborted: 1 };
const timeouts = { tiny: 10, short: 65, long: 25 };
const timeoutRanges = { tiny: [1, 25], short: [50, 200], long: [300, 1_000] };
const retries = { usual: 70, never: 15, twice: 15 };
const retryOptions = { usual: undefined, never: false, twice: { maxAttempts: 2 } };
const sizes = { small: 92, medium: 6, large: 2 };
const sizeBytes = { small: 10, medium: 20_000, large: 300_000 };

/**
 * @param {number} seed
 * @param {number} at
 * @returns {Plan}
 */
export function planCall(seed, at) {
  const random = randomFor(seed, 'call', at);
  const client = random.pick(clients);
  const [least = 1, most = 1] = timeoutRanges[random.pick(timeouts)];
  return {
    key: `call-${seed}-${at}`,
    at,
    client,
    kind: random.chance(0.1) ? 'check' : 'tool',
    timeoutMs: random.whole(least, most),
    signal: random.pick(signals),
    abortAfterMs: random.whole(0, 60),
    retry: retryOptions[random.pick(retries)],
    padding: Math.floor(sizeBytes[random.pick(sizes)] * random.next()),
  };
}
