/** Listens on a free port of the loopback address for as long as the test runs, and knows the open sockets. */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Listening {
  readonly port: number;
  readonly sockets: ReadonlySet<Socket>;
}

export async function listenOnLoopback(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen');
  return { port: address.port, sockets };
}

/** Takes connections and never says a word: to a client that wants TLS, connecting goes on for ever. */
export async function startMuteServer(): Promise<Listening & { readonly url: string }> {
  const listening = await listenOnLoopback(createServer((socket) => socket.resume()));
  return { ...listening, url: `https://127.0.0.1:${listening.port}` };
}
