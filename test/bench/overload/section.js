/**
 * What a service that takes fewer calls than are made costs its callers, against sleeping `Retry-After` by hand.
 */
import { numberText, percentText, ratioText } from '../report/text.js';
import { orderOf, pairedRatios, quantile, spreadOf } from '../stats.js';
import { measureCrowd, measureReturn } from './measure.js';
import { strategyTitles } from './strategies.js';

const crowd = 'overload-128';
const lowCap = 'overload-8';

const none = /** @type {const} */ ('none');
const exponential = /** @type {const} */ ('exponential');

/** @type {import('../sections.js').Section} */
export const overloadSection = {
  cases: [crowd, lowCap],
  async measure(run) {
    const measured = [];
    if (run.options.cases.has(crowd)) measured.push(await crowdAtTheCap(run));
    if (run.options.cases.has(lowCap)) measured.push(await lowCapAndBack(run));
    return {
      tables: measured.flatMap(({ tables }) => tables),
      promises: measured.flatMap(({ promises }) => promises),
    };
  },
};

/**
 * @param {import('../sections.js').Run} run
 * @returns {Promise<import('../sections.js').Measured>}
 */
async function crowdAtTheCap(run) {
  const { callsEach } = run.options.overload;
  const scene = { cap: 32, meanMs: 20, spread: none, callers: 128, connections: 128, callsEach };
  const rounds = await roundsOf(run, crowd, (strategy) => measureCrowd({ ...scene, strategy }, run.target));
  const p99 = (/** @type {string} */ name) =>
    rounds.get(name)?.map(({ tookMs }) => quantile(tookMs, 0.99)) ?? [];
  const rows = [...rounds].map(([name, results]) => [
    strategyTitles[name] ?? name,
    numberText(median(results.map(({ tookMs }) => quantile(tookMs, 0.5)))),
    numberText(median(p99(name))),
    percentText(median(results.map(({ refused }) => refused))),
    `${(median(results.map(({ allMs }) => allMs)) / 1_000).toFixed(1)} s`,
    name === 'client' ? '–' : ratioText(p99('client'), p99(name)),
  ]);
  const head = ['', 'p50, ms', 'p99, ms', 'refused', 'all done after', 'p99, client ÷ it'];
  const title = `Overload: 128 callers make ${callsEach} calls each, a service takes 32 calls of 20 ms at a time`;
  const ratio = median(pairedRatios(p99('client'), p99('sleep')));
  const refused = median(rounds.get('client')?.map((result) => result.refused * 100) ?? []);
  return {
    tables: [{ title, head, rows }],
    promises: [
      {
        what: 'overload, 128 callers: p99 against sleeping `Retry-After`',
        ...{ value: ratio, bound: { atMost: 0.1 } },
      },
      { what: 'overload, 128 callers: refused', value: refused, bound: { atMost: 1 }, unit: ' %' },
    ],
  };
}

/**
 * @param {import('../sections.js').Run} run
 * @returns {Promise<import('../sections.js').Measured>}
 */
async function lowCapAndBack(run) {
  const { warmUpMs, forMs, windowMs, withinMs } = run.options.overload;
  const places = { cap: 8, callers: 64, connections: 32, returnsTo: 32 };
  const scene = { ...places, meanMs: 20, spread: exponential, warmUpMs, forMs, windowMs, withinMs };
  const rounds = await roundsOf(run, lowCap, (strategy) => measureReturn({ ...scene, strategy }, run.target));
  const figures = [...rounds].map(([name, results]) => ({
    name,
    refused: median(results.map(({ refused }) => refused)),
    used: median(results.map(({ used }) => used)),
    backMs: median(results.map(({ backMs }) => backMs)),
  }));
  const rows = figures.map(({ name, refused, used, backMs }) => [
    strategyTitles[name] ?? name,
    percentText(refused),
    percentText(used),
    Number.isFinite(backMs) ? `${(backMs / 1_000).toFixed(1)} s` : `not in ${withinMs / 1_000} s`,
  ]);
  const head = ['', 'refused at 8', 'used of 8', '90 % of 32 after'];
  const title =
    'Overload: 64 callers behind 32 connections, a service takes 8 calls of about 20 ms at a time, then 32';
  return {
    tables: [{ title, head, rows }],
    promises: figures
      .filter(({ name }) => name === 'client')
      .flatMap(({ refused, used, backMs }) => [
        {
          what: 'overload, cap 8 behind 32: refused',
          value: refused * 100,
          bound: { atMost: 5 },
          unit: ' %',
        },
        { what: 'the same: used of the cap', value: used * 100, bound: { atLeast: 80 }, unit: ' %' },
        {
          what: 'the same: until 90 % of the cap of 32',
          value: backMs / 1_000,
          bound: { atMost: 6 },
          unit: ' s',
        },
      ]),
  };
}

/**
 * @template Result
 * @param {import('../sections.js').Run} run
 * @param {string} name
 * @param {(strategy: string) => Promise<Result>} measure
 * @returns {Promise<Map<string, Result[]>>}  by strategy
 */
async function roundsOf({ options, target, say }, name, measure) {
  const strategies = Object.keys(strategyTitles).filter(
    (each) => each !== 'other' || target.otherModule !== undefined,
  );
  /** @type {Map<string, Result[]>} */
  const rounds = new Map(strategies.map((strategy) => [strategy, []]));
  for (let round = 0; round < options.overload.rounds; round += 1) {
    say(`${name}: round ${round + 1} of ${options.overload.rounds}`);
    for (const [strategy, results] of orderOf([...rounds], round)) results.push(await measure(strategy));
  }
  return rounds;
}

/** @param {readonly number[]} values */
function median(values) {
  return spreadOf(values).median;
}
