/**
 * The invariants: what must hold for every call, whatever the servers did to it. Each looks at what the call came
 * to and at what the servers saw of it, and says what is wrong, or nothing.
 */

/**
 * @typedef {object} Case
 * @property {import('./plan.js').Plan} plan
 * @property {any} outcome
 * @property {import('./ledger.js').Account} account
 * @property {number} settledAfterMs
 * @property {number | undefined} abortedAfterMs
 * @property {number} lagMs how late timers were meanwhile
 * @property {number} listeners left on the call's own signal
 * @property {number} answerGraceMs
 * @property {boolean} crossed an unasked answer went out at the moment at which its last try was made
 */

/** Beyond the measured lag: a garbage collection, or the machine doing something else. */
const slackMs = 250;
/** Clocks of both ends are the same; only rounding lies between. */
const roundingMs = 2;
/** @type {Readonly<Record<string, string>>} */
const stoppedBy = { 'deadline-exceeded': 'deadline', cancelled: 'cancelled', closed: 'closed' };
/** What a measurement every few milliseconds may miss of a lag. */
const unseenLagMs = 10;
/** Several times `maxResponseBytes`, since the servers write on until they learn that nobody reads. */
const enoughBytes = 6_000_000;
const order = ['did-not-run', 'may-have-run', 'ran'];

/** @param {Case} given */
const mayRepeat = ({ plan }) => plan.client === 'reader' && plan.kind === 'tool';
/** Tries whose request was handed to a connection. @param {Case} given */
const sent = ({ outcome }) =>
  outcome.attempts.filter((/** @type {any} */ { stage }) => stage !== 'connecting');
/** Tries that a server must have seen, because it answered. @param {Case} given */
const heard = ({ outcome }) =>
  outcome.attempts.filter((/** @type {any} */ { stage }) => stage === 'answering' || stage === 'answered');
/**
 * The try of each request that a server saw, told by the time that it was given.
 * @param {Case} given
 * @returns {Map<import('./ledger.js').Sight, any>}
 */
function triesOf(given) {
  const tries = sent(given);
  const pairs = new Map();
  for (const sight of given.account.sights) {
    const at = tries.findIndex((/** @type {any} */ { timeoutMs }) => timeoutMs === sight.timeoutMs);
    if (at === -1) continue;
    pairs.set(sight, tries[at]);
    tries.splice(0, at + 1);
  }
  return pairs;
}
/**
 * An unasked answer met a request on its way: no client can tell it from its own. Where its server saw the request it
 * knows; a request that was lost with its connection is told by the moment at which it was written.
 * @param {Case} given
 */
const raced = ({ account, crossed }) => crossed || account.sights.some((sight) => sight.raced);

/** @type {Readonly<Record<string, (given: Case) => string | false | undefined>>} */
export const invariants = {
  'a call runs at most once': (given) =>
    !mayRepeat(given) && given.account.runs > 1 && `it ran ${given.account.runs} times`,

  'did-not-run means that it did not run': (given) =>
    given.outcome.execution === 'did-not-run' && given.account.runs > 0 && 'it ran',

  'ran means that it ran': (given) =>
    given.outcome.execution === 'ran' && given.account.runs === 0 && !raced(given) && 'it did not run',

  'a result is the call’s own': (given) => {
    const { outcome, plan } = given;
    const own = outcome.kind === 'result' ? outcome.output?.key : outcome.result?.attributes?.key;
    const isGood = outcome.kind === 'result' || outcome.kind === 'check-result';
    return isGood && own !== plan.key && !raced(given) && `it got the one of ${own}`;
  },

  'a call ends in time': ({ plan, settledAfterMs, lagMs, answerGraceMs }) => {
    const lateMs = settledAfterMs - plan.timeoutMs - answerGraceMs - lagMs;
    return lateMs > slackMs && `${lateMs.toFixed(0)} ms late`;
  },

  'a cancelled call ends at once': ({ settledAfterMs, abortedAfterMs, lagMs }) => {
    const lateMs = settledAfterMs - (abortedAfterMs ?? settledAfterMs) - lagMs;
    return lateMs > slackMs && `${lateMs.toFixed(0)} ms late`;
  },

  'tries are as many as requests': (given) => {
    const { account, outcome } = given;
    const seen = account.sights.length;
    if (seen > sent(given).length)
      return `${seen} seen, ${sent(given).length} of ${outcome.attempts.length} sent`;
    return !raced(given) && seen < heard(given).length && `${seen} seen, ${heard(given).length} answered`;
  },

  'each request told the time that was left': (given) => {
    const lost = given.account.sights.find((sight) => !triesOf(given).has(sight));
    if (lost !== undefined) return `${lost.timeoutMs} was sent, which no try tells of`;
    const wrong = given.outcome.attempts.find(
      (/** @type {any} */ { startedMs, timeoutMs }) =>
        timeoutMs < 1 || timeoutMs > Math.max(1, Math.ceil(given.plan.timeoutMs - startedMs + 0.1)),
    );
    return wrong !== undefined && `${wrong.timeoutMs} at ${wrong.startedMs} of ${given.plan.timeoutMs}`;
  },

  'tries are in order, within the limit and before the deadline': ({ plan, outcome, lagMs }) => {
    const { attempts } = outcome;
    const most = plan.retry === false ? 1 : (plan.retry?.maxAttempts ?? 10);
    if (attempts.length > most) return `${attempts.length} tries`;
    for (const [at, { startedMs, durationMs, waitMs = 0 }] of attempts.entries()) {
      // The process may be stopped between its look at the clock and the try.
      if (startedMs > plan.timeoutMs + lagMs + unseenLagMs) return `try ${at} began at ${startedMs}`;
      const next = attempts[at + 1];
      // `waitMs` is rounded up.
      if (next !== undefined && next.startedMs + 1.2 < startedMs + durationMs + waitMs) {
        return `try ${at + 1} began at ${next.startedMs}, try ${at} ended at ${startedMs + durationMs} and waits ${waitMs}`;
      }
    }
    return undefined;
  },

  'no try is sooner than a replica asked for': (given) => {
    const { sights } = given.account;
    for (const [sight, { verdict }] of triesOf(given)) {
      // A refusal that never arrived asks for nothing.
      if (verdict !== 'unavailable' || sight.notBeforeMs === undefined) continue;
      const limitMs = sight.notBeforeMs - roundingMs;
      const early = sights.find(
        ({ atMs, replica }) => atMs > sight.atMs && replica === sight.replica && atMs < limitMs,
      );
      if (early !== undefined) return `${(limitMs - early.atMs).toFixed(1)} ms too soon`;
    }
    return undefined;
  },

  'an answer that is too long is not waited for': (given) => {
    const waited = [...triesOf(given)].find(
      ([sight, { stage, verdict }]) =>
        sight.tooLong && stage === 'answering' && verdict === 'deadline-exceeded',
    );
    if (waited !== undefined) return 'its head was read, and the rest waited for';
    const { mostBytes } = given.account;
    return mostBytes > enoughBytes && `${mostBytes} bytes were taken`;
  },

  'the outcome is the most that a try did': ({ outcome }) => {
    const most = Math.max(
      0,
      ...outcome.attempts.map((/** @type {any} */ try_) => order.indexOf(try_.execution)),
    );
    return order.indexOf(outcome.execution) !== most && `${outcome.execution}, but a try says ${order[most]}`;
  },

  'what ended the call is also why it stopped': ({ outcome }) => {
    const { kind, reason, stopped } = outcome;
    const expected = kind === 'transport' ? stoppedBy[reason] : undefined;
    return expected !== undefined && stopped !== expected && `${reason}, but stopped: ${stopped}`;
  },

  'a call that was cancelled before it began is never tried': ({ plan, outcome, account }) =>
    plan.signal === 'aborted' &&
    (outcome.reason !== 'cancelled' || outcome.attempts.length > 0 || account.sights.length > 0) &&
    'it was',

  'the outcome has the call’s id': ({ plan, outcome }) =>
    outcome.requestId !== plan.key && `it has ${outcome.requestId}`,

  'no listener is left on the call’s signal': ({ listeners }) => listeners > 0 && `${listeners} left`,

  'servers see nothing that may not be': ({ account }) =>
    account.wrongs.length > 0 && account.wrongs.join('; '),
};

/** What is wrong with a call, in words. @param {Case} given @returns {string[]} */
export function judge(given) {
  return Object.entries(invariants).flatMap(([name, check]) => {
    const wrong = check(given);
    return wrong ? [`${name}: ${wrong}`] : [];
  });
}
