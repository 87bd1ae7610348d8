/**
 * The command line of the bench. Every number has an upper bound, so that no run goes on for hours.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { peerTitles } from './peers/peers.js';
import { ordinary, quick } from './scales.js';
import { sections } from './sections.js';

const allPeers = Object.keys(peerTitles);
const allCases = sections.flatMap(({ cases }) => cases);
/** Another build takes part only when it is given. */
const usual = allPeers.filter((name) => name !== 'other');

export const usage = `npm run bench -- [options]

  --rounds <n>       rounds of calls, over all passes (${ordinary.rounds})
  --passes <n>       how often the processes start anew (${ordinary.passes})
  --seconds <s>      length of one peer's turn in a round (${ordinary.seconds})
  --start-ups <n>    processes per peer for the start-up tables (${ordinary.startUps}; 0 leaves them out)
  --only <name,…>    only these peers and tables; repeatable
                     peers:  ${inLines(allPeers)}
                     tables: ${inLines(allCases)}
  --baseline <peer>  whom the others are compared with, in the tables of calls and start-up (client)
  --client <file>    another build's index.js instead of dist/src/index.js
  --other <file>     one more build's index.js, the peer "other"
  --quick            each case once, short and without warm-up: does everything still work? Its figures mean nothing
  --write            writes RESULTS.md beside this script, and its quotation in the README
  --help
`;

/** The mistake is in the arguments; its message says which. */
export class UsageError extends Error {}

/** @param {readonly string[]} argv */
export function readOptions(argv) {
  const values = parse(argv);
  const base = values.quick ? quick : ordinary;
  const only = (values.only ?? []).flatMap((names) => names.split(',')).filter((name) => name !== '');
  const baseline = values.baseline ?? 'client';
  const { peers, cases } = select(only, baseline);
  if (peers.includes('other') && values.other === undefined) {
    throw new UsageError('the peer "other" needs --other <file>');
  }
  if (values.write && (values.quick || cases.size < allCases.length || peers.length < usual.length)) {
    throw new UsageError('--write is for a run of everything: neither --quick nor --only goes with it');
  }
  const seconds = numberOf('seconds', values.seconds, { fallback: base.seconds, least: 0.01, most: 5 });
  const startUps = wholeOf('start-ups', values['start-ups'], {
    fallback: base.startUps,
    least: 0,
    most: 100,
  });
  const help = values.help === true;
  const built = fileURLToPath(new URL('../../dist/src/index.js', import.meta.url));
  return {
    ...base,
    help,
    write: values.write === true,
    baseline,
    peers,
    cases: startUps === 0 ? without(cases, 'start-up', 'import') : cases,
    rounds: wholeOf('rounds', values.rounds, { fallback: base.rounds, least: 1, most: 200 }),
    passes: wholeOf('passes', values.passes, { fallback: base.passes, least: 1, most: 20 }),
    slotMs: seconds * 1000,
    startUps,
    clientModule: help ? '' : moduleOf(values.client ?? built),
    otherModule: values.other === undefined ? undefined : moduleOf(values.other),
  };
}

/** @param {readonly string[]} argv */
function parse(argv) {
  const text = /** @type {const} */ ({ type: 'string' });
  const flag = /** @type {const} */ ({ type: 'boolean' });
  try {
    return parseArgs({
      args: [...argv],
      options: {
        rounds: text,
        passes: text,
        seconds: text,
        'start-ups': text,
        only: { type: 'string', multiple: true },
        baseline: text,
        client: text,
        other: text,
        quick: flag,
        write: flag,
        help: flag,
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * @param {readonly string[]} only
 * @param {string} baseline
 */
function select(only, baseline) {
  const unknown = [...only, baseline].find((name) => !allPeers.includes(name) && !allCases.includes(name));
  if (unknown !== undefined) throw new UsageError(`no peer or table is called ${unknown}`);
  if (!allPeers.includes(baseline)) throw new UsageError(`no peer is called ${baseline}`);
  const chosen = allPeers.filter((name) => only.includes(name));
  const others = (chosen.length === 0 ? usual : chosen).filter((name) => name !== baseline);
  const cases = allCases.filter((name) => only.includes(name));
  return { peers: [baseline, ...others], cases: new Set(cases.length === 0 ? allCases : cases) };
}

/**
 * @param {ReadonlySet<string>} cases
 * @param {readonly string[]} left
 */
function without(cases, ...left) {
  return new Set([...cases].filter((name) => !left.includes(name)));
}

/** @param {readonly string[]} names */
function inLines(names) {
  const lines = [];
  for (let at = 0; at < names.length; at += 8) lines.push(names.slice(at, at + 8).join(', '));
  return lines.join(`,\n${' '.repeat(29)}`);
}

/**
 * @param {string} name
 * @param {string | undefined} given
 * @param {{ fallback: number, least: number, most: number }} bounds
 */
function numberOf(name, given, { fallback, least, most }) {
  if (given === undefined) return fallback;
  const value = given.trim() === '' ? Number.NaN : Number(given);
  if (value >= least && value <= most) return value;
  throw new UsageError(`--${name}: expected a number from ${least} to ${most}`);
}

/**
 * @param {string} name
 * @param {string | undefined} given
 * @param {{ fallback: number, least: number, most: number }} bounds
 */
function wholeOf(name, given, bounds) {
  const value = numberOf(name, given, bounds);
  if (Number.isInteger(value)) return value;
  throw new UsageError(`--${name}: expected a whole number`);
}

/** @param {string} given */
function moduleOf(given) {
  const file = resolve(given);
  if (!existsSync(file)) throw new UsageError(`${file} is missing: build it first`);
  return pathToFileURL(file).href;
}
