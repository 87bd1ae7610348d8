/** The service that the command is tried on: the sample pack, with a few tools that behave as tests need. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type PackServiceOptions,
  type RunningPackService,
  sampleChecks,
  sampleIndex,
} from '../../mocks/index.js';
import type { PackIndex } from '../../src/index.js';
import { startSampleService } from '../sample-service.js';

export const token = 'cli-test-token-1f7c';
export const findInvoice = 'acme.billing.find-invoice';
export const listInvoices = 'acme.billing.list-invoices';
export const chargeCard = 'acme.billing.charge-card';
export const exportLedger = 'acme.billing.export-ledger';
export const amountLimit = Object.keys(sampleChecks).find((id) => id.endsWith('amount-within-limit')) ?? '';

export { sampleIndex };

/** The sample pack with any output allowed, so that a test's tool may return what it likes. */
export const openIndex: PackIndex = {
  ...sampleIndex,
  tools: sampleIndex.tools.map((tool) => ({ ...tool, output: {} })),
};

export function startSample(options: Partial<PackServiceOptions> = {}): Promise<RunningPackService> {
  return startSampleService({ token, ...options });
}

/** The environment in which the command finds this service. */
export function envOf(service: { readonly url: string }): Readonly<Record<string, string>> {
  return { KINDGI_PACK_SERVICE_URL: service.url, KINDGI_PACK_SERVICE_TOKEN: token };
}

export interface Folder extends Disposable {
  readonly path: string;
  /** Writes a file and gives its path; what is neither text nor bytes is written as JSON. */
  file(name: string, content: unknown): string;
}

/** A folder of its own that goes away again. */
export function makeFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'kindgi-pack-cli-'));
  return {
    path,
    file(name, content) {
      const file = join(path, name);
      const isRaw = typeof content === 'string' || content instanceof Uint8Array;
      writeFileSync(file, isRaw ? content : JSON.stringify(content));
      return file;
    },
    [Symbol.dispose]: () => rmSync(path, { recursive: true }),
  };
}

export interface Address extends AsyncDisposable {
  readonly url: string;
}

/** Takes connections and never says a word. */
export function startSilence(): Promise<Address> {
  return startRaw((socket) => void socket.resume());
}

/** Takes connections and does with each what it likes. */
export function startRaw(meet: (socket: Socket) => void): Promise<Address> {
  return listen(createServer((socket) => meet(socket.on('error', () => {}))));
}

/** Answers everything with this status and body. */
export function startAnswer(status: number, body: string): Promise<Address> {
  return listen(createHttpServer((_request, response) => void response.writeHead(status).end(body)));
}

async function listen(server: Server): Promise<Address> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** An address on which nothing listens. A port that was free a moment ago may be another test's by now; port 1 never is. */
export async function closedUrl(): Promise<string> {
  return 'http://127.0.0.1:1';
}
