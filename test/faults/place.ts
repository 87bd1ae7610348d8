/** Where a call of the table goes: a scripted service, several, one that speaks TLS, or nobody at all. */
import { readFileSync } from 'node:fs';
import type { TlsOptions as ServerTls } from 'node:tls';
import type { PackClientOptions } from '../../src/index.js';
import { type RawService, type RawServiceOptions, type Script, startRawService } from './raw-service.js';

export interface Place {
  /** The addresses that the client gets. */
  readonly urls: readonly string[];
  readonly services: readonly RawService[];
  /** Services that nobody may contact. */
  readonly bystanders?: readonly RawService[];
  /** What the client must know of the place, its TLS for instance. */
  readonly client?: Partial<PackClientOptions>;
}

/** Opens a place; the row's test ends its services. */
export type Opening = () => Promise<Place>;

const pem = (name: string) => readFileSync(new URL(`./tls/${name}.pem`, import.meta.url), 'utf8');

/**
 * Self-signed certificates for tests, with their keys, good for a hundred years. `loopback` names 127.0.0.1 and
 * localhost, `elsewhere` names elsewhere.invalid.
 */
export const certificates = {
  loopback: { cert: pem('loopback'), key: pem('loopback-key') },
  elsewhere: { cert: pem('elsewhere'), key: pem('elsewhere-key') },
};

/** One service that does as the script says. */
export function scripted(onRequest: Script): Opening {
  return raw({ onRequest });
}

export function raw(options: RawServiceOptions): Opening {
  return async () => {
    const service = await startRawService(options);
    return { urls: [service.url], services: [service] };
  };
}

/** One script for each replica. */
export function replicas(...scripts: readonly Script[]): Opening {
  return async () => {
    const services = await Promise.all(scripts.map((onRequest) => startRawService({ onRequest })));
    return { urls: services.map(({ url }) => url), services };
  };
}

/** Two replicas; the first request, wherever it comes, gets the first script, all others the second. */
export function replicasInTurn(first: Script, then: Script): Opening {
  return () => {
    let asked = 0;
    const script: Script = (wire, request) => {
      asked += 1;
      return asked === 1 ? first(wire, request) : then(wire, request);
    };
    return replicas(script, script)();
  };
}

/** The client knows the first service alone; whoever follows a redirect there reaches the second. */
export function beside(script: (elsewhere: string) => Script): Opening {
  return async () => {
    const bystander = await startRawService();
    const service = await startRawService({ onRequest: script(bystander.url) });
    return { urls: [service.url], services: [service], bystanders: [bystander] };
  };
}

/** Speaks TLS with the server's part of `server`; the client gets `client`. */
export function secured(
  onRequest: Script,
  server: ServerTls,
  client: NonNullable<PackClientOptions['tls']>,
): Opening {
  return async () => {
    const service = await startRawService({ onRequest, tls: server });
    return { urls: [service.url], services: [service], client: { tls: client } };
  };
}

/**
 * A raw service behind an `https:` address that never shakes hands: for a client the connection is not open
 * before that, so what the service does here, it does while the client connects.
 */
export function unshaken(options: RawServiceOptions = {}): Opening {
  return async () => {
    const service = await startRawService(options);
    return { urls: [`https://127.0.0.1:${service.port}`], services: [service] };
  };
}

/** A port where nobody listens. One that was free a moment ago may be another test's by now; port 1 never is. */
export const closedPort: Opening = async () => ({ urls: ['http://127.0.0.1:1'], services: [] });

/** A name that no resolver may know (RFC 2606). */
export const unknownHost: Opening = async () => ({
  urls: ['http://does-not-exist.invalid'],
  services: [],
});
