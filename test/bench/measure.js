/**
 * The rounds: in each one every peer gets one slot per load, one peer at a time, in an order that changes. A pass
 * starts the peers' processes anew, because a process keeps the luck of its memory layout and compiled code for
 * life. Collects what the slots cost; sums up nothing.
 */
import { startChild } from './child-process.js';
import { orderOf, sharesOf } from './stats.js';

/**
 * @typedef {object} Plan
 * @property {readonly string[]} peers
 * @property {readonly import('./message.js').Load[]} loads
 * @property {number} rounds  over all passes
 * @property {number} passes
 * @property {number} slotMs
 * @property {number} warmUpMs  CPU time per peer, load and pass; not counted
 */

/**
 * @typedef {object} Samples  one value per round
 * @property {number[]} cpuMicros       a call, user and system time of the peer's process
 * @property {number[]} callsPerSecond
 */

/** @typedef {Map<string, Map<string, Samples>>} SamplesByLoad  by load, then by peer */

/**
 * @param {Plan} plan
 * @param {object} target
 * @param {string} target.url
 * @param {string} target.token
 * @param {string} target.clientModule
 * @param {(line: string) => void} say  progress
 * @returns {Promise<SamplesByLoad>}
 */
export async function measureCalls(plan, target, say) {
  const samples = emptySamples(plan);
  if (plan.loads.length === 0) return samples;
  let round = 0;
  for (const [pass, rounds] of sharesOf(plan.rounds, plan.passes).entries()) {
    say(`pass ${pass + 1}: warming up`);
    const children = startPeers(plan.peers, target);
    try {
      await warmUp(plan, children);
      for (let done = 0; done < rounds; done += 1) {
        await runRound({ plan, children, samples, round });
        round += 1;
        say(`round ${round} of ${plan.rounds}`);
      }
      for (const child of children.values()) await child.ask('close');
    } finally {
      for (const child of children.values()) child.kill();
    }
  }
  return samples;
}

/** @typedef {Map<string, ReturnType<typeof startChild>>} Children */

/**
 * @param {readonly string[]} peers
 * @param {object} target
 * @returns {Children}
 */
function startPeers(peers, target) {
  const file = new URL('./peer-process.js', import.meta.url);
  return new Map(
    peers.map((peer) => {
      const args = [peer, JSON.stringify(target)];
      return [peer, startChild(file, { args })];
    }),
  );
}

/**
 * @param {Plan} plan
 * @param {Children} children
 */
async function warmUp(plan, children) {
  for (const child of children.values()) {
    for (const load of plan.loads) {
      await child.ask('open', load.name);
      if (plan.warmUpMs > 0) await child.ask('warmUp', { load: load.name, ms: plan.warmUpMs });
    }
  }
}

/** @param {{ plan: Plan, children: Children, samples: SamplesByLoad, round: number }} state */
async function runRound({ plan, children, samples, round }) {
  for (const load of plan.loads) {
    for (const [peer, child] of orderOf([...children], round)) {
      /** @type {import('./peer-process.js').SlotResult} */
      const { calls, cpuMicros, wallMs } = await child.ask('run', { load: load.name, ms: plan.slotMs });
      const series = samples.get(load.name)?.get(peer);
      series?.cpuMicros.push(cpuMicros / calls);
      series?.callsPerSecond.push((calls * 1000) / wallMs);
    }
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
      new Map(peers.map((peer) => [peer, { cpuMicros: [], callsPerSecond: [] }])),
    ]),
  );
}
