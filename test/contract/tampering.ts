/**
 * A sound pack service with something wrong in front of it: a proxy that reads each request whole, changes it or
 * its answer as it is told, and otherwise passes both on. It shows what a broken service looks like to its callers.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request as sendRequest } from 'node:http';
import type { ContractService, ServiceSetup } from '../../mocks/contract/index.js';
import { createContractPack } from '../../mocks/contract/index.js';
import { type PackServiceOptions, startPackService } from '../../mocks/index.js';

export interface PassedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface PassedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Tampering {
  /** Starts the service behind with other options. */
  readonly service?: (options: PackServiceOptions) => PackServiceOptions;
  readonly request?: (request: PassedRequest) => PassedRequest;
  readonly answer?: (answer: PassedAnswer, request: PassedRequest) => PassedAnswer;
  /** Answers this at once where it is not `undefined`; the request is passed on all the same. */
  readonly instead?: (request: PassedRequest, inFlight: number) => PassedAnswer | undefined;
  /** Goes on when its caller hangs up. */
  readonly ignoresHangingUp?: boolean;
  /** Takes calls as before when it is asked to end. */
  readonly ignoresDraining?: boolean;
}

export async function startTampered(tampering: Tampering, setup: ServiceSetup): Promise<ContractService> {
  const sound = { ...createContractPack(), ...setup };
  const service = await startPackService(tampering.service?.(sound) ?? sound);
  const cut = new AbortController();
  let inFlight = 0;

  const server = createServer(async (incoming, outgoing) => {
    const { url = '/', method = 'GET' } = incoming;
    const read = { path: url, headers: flat(incoming), body: await textOf(incoming) };
    const passed = tampering.request?.(read) ?? read;
    const early = tampering.instead?.(read, inFlight);
    const { 'transfer-encoding': _chunked, ...headers } = passed.headers;
    const length = method === 'POST' ? { 'content-length': String(Buffer.byteLength(passed.body)) } : {};
    inFlight += 1;
    const sending = sendRequest(service.url + passed.path, {
      method,
      headers: { ...headers, ...length },
      agent: false,
      signal: cut.signal,
    });
    sending.on('error', () => outgoing.destroy());
    sending.on('close', () => {
      inFlight -= 1;
    });
    outgoing.on('close', () => {
      if (!tampering.ignoresHangingUp && early === undefined) sending.destroy();
    });
    sending.on('response', async (incomingAnswer) => {
      const { statusCode: status = 0 } = incomingAnswer;
      const answer = { status, headers: flat(incomingAnswer), body: await textOf(incomingAnswer) };
      answerWith(tampering.answer?.(answer, read) ?? answer);
    });
    const answerWith = ({ status, headers, body }: PassedAnswer) => {
      if (outgoing.headersSent) return;
      outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
    };
    sending.end(passed.body);
    if (early !== undefined) answerWith(early);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`,
    token: service.token,
    drain: () => (tampering.ignoresDraining ? Promise.resolve() : service.drain()),
    async close() {
      cut.abort();
      server.closeAllConnections();
      await Promise.all([service.close(), new Promise((resolve) => server.close(resolve))]);
    },
  };
}

function flat({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  // One that breaks off is as good as empty: nobody waits for what comes of it.
  await Promise.race([once(incoming, 'end'), once(incoming, 'close')]);
  return Buffer.concat(chunks).toString();
}
