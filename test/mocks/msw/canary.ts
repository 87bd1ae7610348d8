/** A real server that counts what reaches it, for tests of what must not. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';

export interface Canary {
  readonly url: string;
  /** `POST /v1/invoke`, one entry for each request that arrived. */
  readonly requests: readonly string[];
}

/** Starts one; it is closed when the test ends. */
export async function startCanary(): Promise<Canary> {
  const requests: string[] = [];
  const server = createServer((incoming, response) => {
    requests.push(`${incoming.method} ${incoming.url}`);
    response.writeHead(418).end('the network');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, requests };
}
