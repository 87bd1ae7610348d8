/**
 * Load by load, the rounds: in each one every peer gets one turn, one peer at a time, in an order that changes. Each
 * load and each pass start the peers' processes anew, because a process keeps the luck of its memory layout and
 * compiled code for life, and one that has parsed megabytes or logged is another one than that which never did.
 * Collects what the turns cost; sums up nothing.
 */
import { startChild } from '../child-process.js';
import { heavyPeers } from '../peers/peers.js';
import { orderOf, sharesOf } from '../stats.js';

/**
 * @typedef {object} Plan
 * @property {readonly string[]} peers
 * @property {readonly import('./loads.js').Load[]} loads
 * @property {number} rounds  over all passes
 * @property {number} passes
 * @property {number} slotMs
 * @property {number} warmUpMs  CPU time per peer and pass; not counted
 */

/**
 * @typedef {object} Samples  one value per round
 * @property {number[]} cpuMicros       a call, user and system time of the peer's process
 * @property {number[]} callsPerSecond
 */

/** @typedef {Map<string, Map<string, Samples>>} SamplesByLoad  by load, then by peer */

/** Of a turn, for those whose differences need no fine measure. */
const heavyTurn = 0.4;

/**
 * @param {Plan} plan
 * @param {import('../sections.js').BenchTarget} target
 * @param {(line: string) => void} say  progress
 * @returns {Promise<SamplesByLoad>}
 */
export async function measureCalls(plan, target, say) {
  const samples = emptySamples(plan);
  for (const [load, series] of samples) {
    say(`load: ${load}`);
    let round = 0;
    for (const rounds of sharesOf(plan.rounds, plan.passes)) {
      const children = startPeers([...series.keys()], target);
      try {
        await warmUp({ load, warmUpMs: plan.warmUpMs }, children);
        for (let done = 0; done < rounds; done += 1) {
          await runRound({ plan, load, children, series, round });
          round += 1;
        }
        for (const child of children.values()) await child.ask('close');
      } finally {
        for (const child of children.values()) child.kill();
      }
    }
  }
  return samples;
}

/** @typedef {Map<string, import('../child-process.js').Child>} Children */

/**
 * @param {readonly string[]} peers
 * @param {import('../sections.js').BenchTarget} target
 * @returns {Children}
 */
function startPeers(peers, target) {
  const file = new URL('./peer-process.js', import.meta.url);
  return new Map(peers.map((peer) => [peer, startChild(file, { args: [peer, JSON.stringify(target)] })]));
}

/**
 * Opens what each peer needs, all at the same time, and warms them up one at a time.
 *
 * @param {{ load: string, warmUpMs: number }} given
 * @param {Children} children
 */
async function warmUp({ load, warmUpMs }, children) {
  await Promise.all([...children.values()].map((child) => child.ask('open', load)));
  if (warmUpMs === 0) return;
  for (const [peer, child] of children) {
    const ms = heavyPeers.includes(peer) ? warmUpMs * heavyTurn : warmUpMs;
    await child.ask('warmUp', { load, ms });
  }
}

/** @param {{ plan: Plan, load: string, children: Children, series: Map<string, Samples>, round: number }} state */
async function runRound({ plan, load, children, series, round }) {
  for (const [peer, { cpuMicros, callsPerSecond }] of orderOf([...series], round)) {
    const ms = heavyPeers.includes(peer) ? plan.slotMs * heavyTurn : plan.slotMs;
    /** @type {import('./peer-process.js').SlotResult | undefined} */
    const slot = await children.get(peer)?.ask('run', { load, ms });
    if (slot === undefined) throw new Error(`${peer} was not started`);
    cpuMicros.push(slot.cpuMicros / slot.calls);
    callsPerSecond.push((slot.calls * 1000) / slot.wallMs);
  }
}

/**
 * @param {Plan} plan
 * @returns {SamplesByLoad}
 */
function emptySamples({ loads, peers }) {
  return new Map(
    loads.map((load) => [
      load.name,
      new Map(
        peers
          .filter((peer) => load.peers.includes(peer))
          .map((peer) => [peer, { cpuMicros: [], callsPerSecond: [] }]),
      ),
    ]),
  );
}
