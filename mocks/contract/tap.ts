/**
 * A wire-tap: passes bytes between a client and a service unchanged in both directions and keeps what the
 * client sent, so that a story can read the headers that went to a service which does not show them.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Tap {
  /** Put this in place of the service's address. */
  readonly url: string;
  /** The requests so far. */
  requests(): readonly TappedRequest[];
  close(): Promise<void>;
}

interface TappedRequest {
  /** `POST /v1/invoke HTTP/1.1`. */
  readonly line: string;
  /** By lower-case name, as the bytes read in Latin-1. */
  readonly headers: ReadonlyMap<string, string>;
}

/** Starts a tap in front of a service. */
export async function startTap(serviceUrl: string): Promise<Tap> {
  const { hostname, port } = new URL(serviceUrl);
  const sent: Buffer[][] = [];
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    sent.push(chunks);
    near.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
    for (const [one, other] of [[near, far] as const, [far, near] as const]) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => open.delete(one));
      one.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    requests: () => sent.flatMap((chunks) => parseRequests(Buffer.concat(chunks).toString('latin1'))),
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

/** Heads begin where a request line does; bodies of JSON hold no line that looks like one. */
function parseRequests(bytes: string): TappedRequest[] {
  return bytes
    .split(/(?=(?:GET|POST) \S+ HTTP\/1\.1\r\n)/)
    .filter((request) => request.includes('\r\n\r\n'))
    .map((request) => {
      const [line = '', ...fields] = request.slice(0, request.indexOf('\r\n\r\n')).split('\r\n');
      return { line, headers: new Map(fields.map(splitField)) };
    });
}

function splitField(field: string): [string, string] {
  const colon = field.indexOf(':');
  return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address !== 'object' || address === null) throw new Error('the tap does not listen');
  return address.port;
}
