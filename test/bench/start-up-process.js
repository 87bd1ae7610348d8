/**
 * A process that makes one call and is done: it prints how long that took since the process began, in wall-clock
 * and CPU time, imports included.
 */
import { isDeepStrictEqual } from 'node:util';
import { inputs } from './message.js';
import { createPeer } from './peers/peers.js';

const [name = '', rest = '{}'] = process.argv.slice(2);
const peer = await createPeer(name, { ...JSON.parse(rest), concurrency: 1 });
const output = await peer.call(inputs.small);
const wallMs = performance.now();
const { user, system } = process.cpuUsage();
if (!isDeepStrictEqual(output, inputs.small)) throw new Error(`${name} brought a wrong answer`);
process.stdout.write(JSON.stringify({ wallMs, cpuMs: (user + system) / 1000 }));
await peer.close();
