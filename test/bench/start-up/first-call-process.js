/**
 * A process that makes one call and is done: it prints how long that took since the process began, in wall-clock
 * and CPU time, imports included.
 */
import { isDeepStrictEqual } from 'node:util';
import { dataOf, jobOf } from '../message.js';
import { createPeer } from '../peers/peers.js';

const [name = '', rest = '{}'] = process.argv.slice(2);
const peer = await createPeer(name, { ...JSON.parse(rest), connections: 1 });
const output = await peer.call(jobOf('small', 'small'));
const wallMs = performance.now();
const { user, system } = process.cpuUsage();
if (!isDeepStrictEqual(output, dataOf('small'))) throw new Error(`${name} brought a wrong answer`);
process.stdout.write(JSON.stringify({ wallMs, cpuMs: (user + system) / 1000 }));
await peer.close();
