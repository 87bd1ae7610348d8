/**
 * The command line of the bench. Every number has an upper bound, so that no run goes on for hours.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { loads } from './message.js';
import { peerTitles } from './peers/peers.js';

export const usage = `npm run bench -- [options]

  --rounds <n>       rounds over all passes (12)
  --passes <n>       how often the processes start anew (3)
  --seconds <s>      length of one peer's turn in a round (0.4)
  --start-ups <n>    processes per peer for the start-up table (10; 0 leaves it out)
  --only <name,…>    only these peers and tables; repeatable
                     peers:  ${Object.keys(peerTitles).join(', ')}
                     tables: ${loads.map(({ name }) => name).join(', ')}, start-up
  --baseline <peer>  whom the others are compared with (client)
  --client <file>    another build's index.js instead of dist/src/index.js
  --other <file>     one more build's index.js, the peer "other"
  --quick            one short round without warm-up: does everything still work? Its figures mean nothing
  --write            writes RESULTS.md beside this script
  --help
`;

const startUpTable = 'start-up';
const ordinary = { rounds: 12, passes: 3, seconds: 0.4, warmUpSeconds: 2, startUps: 10 };
const quick = { rounds: 1, passes: 1, seconds: 0.02, warmUpSeconds: 0, startUps: 1 };

/** The mistake is in the arguments; its message says which. */
export class UsageError extends Error {}

/** @param {readonly string[]} argv */
export function readOptions(argv) {
  const values = parse(argv);
  const base = values.quick ? quick : ordinary;
  const only = (values.only ?? []).flatMap((names) => names.split(',')).filter((name) => name !== '');
  const baseline = values.baseline ?? 'client';
  const { peers, tables } = select(only, baseline);
  if (peers.includes('other') && values.other === undefined) {
    throw new UsageError('the peer "other" needs --other <file>');
  }
  const seconds = numberOf('seconds', values.seconds, { fallback: base.seconds, least: 0.01, most: 5 });
  const startUps = wholeOf('start-ups', values['start-ups'], {
    fallback: base.startUps,
    least: 0,
    most: 100,
  });
  return {
    help: values.help === true,
    write: values.write === true,
    baseline,
    peers,
    loads: loads.filter(({ name }) => tables.has(name)),
    rounds: wholeOf('rounds', values.rounds, { fallback: base.rounds, least: 1, most: 200 }),
    passes: wholeOf('passes', values.passes, { fallback: base.passes, least: 1, most: 20 }),
    slotMs: seconds * 1000,
    warmUpMs: base.warmUpSeconds * 1000,
    startUps: tables.has(startUpTable) ? startUps : 0,
    clientModule: clientModuleOf(values.client, peers),
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
  const allPeers = Object.keys(peerTitles);
  const usual = allPeers.filter((name) => name !== 'other');
  const allTables = [...loads.map(({ name }) => name), startUpTable];
  const unknown = [...only, baseline].find((name) => !allPeers.includes(name) && !allTables.includes(name));
  if (unknown !== undefined) throw new UsageError(`no peer or table is called ${unknown}`);
  if (!allPeers.includes(baseline)) throw new UsageError(`no peer is called ${baseline}`);
  const chosen = allPeers.filter((name) => only.includes(name));
  const others = (chosen.length === 0 ? usual : chosen).filter((name) => name !== baseline);
  const tables = allTables.filter((name) => only.includes(name));
  return { peers: [baseline, ...others], tables: new Set(tables.length === 0 ? allTables : tables) };
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

/**
 * @param {string | undefined} given
 * @param {readonly string[]} peers
 */
function clientModuleOf(given, peers) {
  const built = fileURLToPath(new URL('../../dist/src/index.js', import.meta.url));
  return peers.includes('client') ? moduleOf(given ?? built) : '';
}

/** @param {string} given */
function moduleOf(given) {
  const file = resolve(given);
  if (!existsSync(file)) throw new UsageError(`${file} is missing: build it first`);
  return pathToFileURL(file).href;
}
