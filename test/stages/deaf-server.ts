/**
 * A port that takes no connection for a while: the system completes the first ones by itself, until its line is
 * full, and leaves the others in their handshake. Connecting to it neither fails nor ends, and goes on when the
 * server hears again.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';

export interface DeafServer {
  readonly url: string;
  /** From now on it takes connections and answers every request with a good result. */
  hear(): void;
  /** The request ids that it saw; resolves only once it hears. */
  seen(): Promise<unknown>;
}

/** On loopback a handshake that is completed at all is completed at once. */
const handshakeMs = 200;

export async function startDeafServer(): Promise<DeafServer> {
  const awake = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL('./deaf-worker.js', import.meta.url), { workerData: awake });
  const fillers: Socket[] = [];
  const hear = () => {
    Atomics.store(awake, 0, 1);
    Atomics.notify(awake, 0);
    for (const socket of fillers) socket.destroy();
  };
  onTestFinished(async () => {
    hear();
    await worker.terminate();
  });
  const [port]: unknown[] = await once(worker, 'message');
  if (typeof port !== 'number') throw new Error('the server does not listen');
  worker.postMessage('sleep');
  do {
    fillers.push(connect(port, '127.0.0.1').on('error', () => {}));
    await sleep(handshakeMs);
  } while (fillers.at(-1)?.connecting === false);
  return {
    url: `http://127.0.0.1:${port}`,
    hear,
    async seen() {
      worker.postMessage('tell');
      await once(worker, 'message');
      const [seen]: unknown[] = await once(worker, 'message');
      return seen;
    },
  };
}
