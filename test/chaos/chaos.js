/**
 * One run: servers, clients, `concurrency` callers that make one planned call after the other, and the judgement
 * of each when all is over (a handler may run after its caller has left). At the end nothing may be open.
 */
import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerGraceMs, createClients, makeCall } from './clients.js';
import { FaultServer } from './fault-server.js';
import { judge } from './judge.js';
import { LagMeter } from './lag.js';
import { Ledger } from './ledger.js';
import { planCall } from './plan.js';
import { randomFor } from './random.js';

/**
 * @typedef {object} Report
 * @property {number} seed
 * @property {number} calls
 * @property {number} requests
 * @property {number} runs
 * @property {number} raced calls that met an unasked answer on its way
 * @property {number} seconds
 * @property {number} worstLagMs
 * @property {number} worstLateMs how long after deadline or cancel a call settled at most, lag excluded
 * @property {Record<string, number>} verdicts
 * @property {Record<string, number>} faults
 * @property {string[]} violations
 */

/** A call that is later than this never comes. */
const lostAfterMs = 15_000;
const closeWithinMs = 5_000;

/**
 * @param {typeof import('../../src/index.js').createPackClient} createPackClient
 * @param {{ calls: number, seed: number, concurrency: number }} options
 * @returns {Promise<Report>}
 */
export async function runChaos(createPackClient, { calls, seed, concurrency }) {
  const startedMs = performance.now();
  const ledger = new Ledger();
  const servers = [0, 1, 2].map((replica) => new FaultServer(seed, replica, ledger));
  await Promise.all(servers.map((server) => server.start()));
  const urls = servers.map(({ url }) => url);
  const clients = createClients(createPackClient, urls, randomFor(seed, 'token'));
  const lag = new LagMeter();
  const longLived = new AbortController();
  /** @type {import('./judge.js').Case[]} */
  const cases = [];
  /** @type {string[]} */
  const violations = [];
  const onUnhandled = (/** @type {unknown} */ error) => violations.push(`nobody awaited: ${error}`);
  process.on('unhandledRejection', onUnhandled);

  let next = 0;
  const caller = async () => {
    while (next < calls) {
      const plan = planCall(seed, next);
      next += 1;
      const made = await makePlanned(clients[plan.client], plan, { lag, longLived: longLived.signal });
      if (made === undefined) violations.push(`${plan.key}: never settled ${JSON.stringify(plan)}`);
      else
        cases.push({ ...made, account: ledger.account(plan.key), crossed: crossed(made, { ledger, urls }) });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, caller));

  violations.push(...judgeClients(clients, cases));
  if (getEventListeners(longLived.signal, 'abort').length > 0)
    violations.push('a listener is left on the long-lived signal');
  await Promise.all(servers.map((server) => server.stop()));
  await closeAll(clients, servers, violations);
  lag.stop();
  process.off('unhandledRejection', onUnhandled);

  for (const one of cases) {
    for (const wrong of judge(one)) violations.push(`${one.plan.key}: ${wrong} ${described(one)}`);
  }
  return {
    seed,
    calls: cases.length,
    ...totals(cases),
    seconds: Math.round((performance.now() - startedMs) / 100) / 10,
    worstLagMs: Math.round(lag.worstMs),
    verdicts: countBy(cases.map(({ outcome }) => verdictOf(outcome))),
    faults: sumCounts(servers.map(({ counts }) => counts)),
    violations,
  };
}

/**
 * @param {import('../../src/index.js').PackClient} client
 * @param {import('./plan.js').Plan} plan
 * @param {{ lag: LagMeter, longLived: AbortSignal }} shared
 */
async function makePlanned(client, plan, { lag, longLived }) {
  const startMs = performance.now();
  const own = new AbortController();
  /** @type {number | undefined} */
  let abortedAfterMs;
  if (plan.signal === 'aborted') own.abort('before');
  const timer =
    plan.signal !== 'own'
      ? undefined
      : setTimeout(() => {
          abortedAfterMs = performance.now() - startMs;
          own.abort('in the middle');
        }, plan.abortAfterMs);
  const signal = plan.signal === 'none' ? undefined : plan.signal === 'shared' ? longLived : own.signal;
  const outcome = await inTime(makeCall(client, plan, signal), plan.timeoutMs + lostAfterMs);
  clearTimeout(timer);
  if (outcome === undefined) return undefined;
  const settledAfterMs = performance.now() - startMs;
  return {
    plan,
    outcome,
    startMs,
    settledAfterMs,
    abortedAfterMs,
    lagMs: lag.between(startMs, startMs + settledAfterMs),
    listeners: getEventListeners(own.signal, 'abort').length,
    answerGraceMs,
  };
}

/** As long as bytes may be under way between two sockets of one machine, beside the measured lag. */
const crossingMs = 20;

/**
 * @param {NonNullable<Awaited<ReturnType<typeof makePlanned>>>} made
 * @param {{ ledger: Ledger, urls: readonly string[] }} ends
 */
function crossed({ plan, outcome, startMs, lagMs }, { ledger, urls }) {
  const answered = outcome.kind === 'result' ? outcome.output?.key : undefined;
  const last = outcome.attempts.at(-1);
  // To a check, which no replica saw, the unasked answer is a message of another kind, and names nobody.
  const isStranger = plan.kind === 'check' && outcome.reason === 'invalid-response';
  if (isStranger && last !== undefined && ledger.account(plan.key).sights.length === 0) {
    const replica = urls.indexOf(last.replica);
    return ledger.pushedAround(replica, startMs + last.startedMs, crossingMs + lagMs);
  }
  if (typeof answered !== 'string' || !answered.startsWith('not ') || last === undefined) return false;
  const pushedMs = ledger.pushedBehindMs(answered.slice('not '.length));
  return pushedMs !== undefined && Math.abs(pushedMs - startMs - last.startedMs) <= crossingMs + lagMs;
}

/** @template Value @param {Promise<Value>} promise @param {number} limitMs @returns {Promise<Value | undefined>} */
function inTime(promise, limitMs) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), limitMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * @param {ReturnType<typeof createClients>} clients
 * @param {readonly import('./judge.js').Case[]} cases
 */
function judgeClients(clients, cases) {
  return Object.entries(clients).flatMap(([name, client]) => {
    const { replicas, calls, attempts } = client.stats();
    const own = cases.filter(({ plan }) => plan.client === name);
    const tries = own.reduce((sum, { outcome }) => sum + outcome.attempts.length, 0);
    const taken = replicas.filter(({ inFlight, queued }) => inFlight !== 0 || queued !== 0);
    return [
      ...(calls === own.length ? [] : [`${name}: stats count ${calls} calls, ${own.length} were made`]),
      ...(attempts === tries ? [] : [`${name}: stats count ${attempts} tries, outcomes tell of ${tries}`]),
      ...(taken.length === 0 ? [] : [`${name}: slots are still taken: ${JSON.stringify(taken)}`]),
    ];
  });
}

/**
 * @param {ReturnType<typeof createClients>} clients
 * @param {readonly FaultServer[]} servers
 * @param {string[]} violations
 */
async function closeAll(clients, servers, violations) {
  const closing = Promise.all(Object.values(clients).map((client) => client.close({ graceMs: 0 }))).then(
    () => true,
  );
  if ((await inTime(closing, closeWithinMs)) === undefined) violations.push('a client does not close');
  const endMs = performance.now() + closeWithinMs;
  const open = () => servers.reduce((sum, { sockets }) => sum + sockets.size, 0);
  while (open() > 0 && performance.now() < endMs) await sleep(5);
  if (open() > 0) violations.push(`${open()} connections are left`);
}

/** @param {readonly import('./judge.js').Case[]} cases */
function totals(cases) {
  let requests = 0;
  let runs = 0;
  let raced = 0;
  let worstLateMs = 0;
  for (const { account, settledAfterMs, abortedAfterMs, plan, lagMs } of cases) {
    requests += account.sights.length;
    runs += account.runs;
    if (account.sights.some((sight) => sight.raced)) raced += 1;
    const dueMs = Math.min(plan.timeoutMs + answerGraceMs, abortedAfterMs ?? Number.POSITIVE_INFINITY);
    worstLateMs = Math.max(worstLateMs, Math.round(settledAfterMs - dueMs - lagMs));
  }
  return { requests, runs, raced, worstLateMs };
}

/** @param {any} outcome */
function verdictOf({ kind, code, reason, execution, stopped }) {
  return `${code ?? reason ?? kind}, ${execution}, ${stopped}`;
}

/** @param {import('./judge.js').Case} one */
function described({ plan, outcome, account }) {
  const { output, result, ...facts } = outcome;
  return JSON.stringify({ plan, facts, account });
}

/** @param {readonly string[]} names */
function countBy(names) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return sumCounts([counts]);
}

/** @param {readonly ReadonlyMap<string, number>[]} all @returns {Record<string, number>} by name, most first */
function sumCounts(all) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const counts of all) for (const [name, count] of counts) sums.set(name, (sums.get(name) ?? 0) + count);
  return Object.fromEntries([...sums].sort((one, other) => other[1] - one[1]));
}
