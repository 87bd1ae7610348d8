/** Records of addresses: what a client was given and had better not have been. Which those are is not decided here. */
import type { PackLogger } from './logger.js';
import { isWanted, write } from './write.js';

/** Tokens and inputs go to that replica in the clear. */
export function logInsecureUrl(logger: PackLogger | undefined, replica: string): void {
  if (!isWanted(logger, 'warn')) return;
  const message = 'http: to a host that is not on a private network sends the token in the clear; use https:';
  write(logger, 'warn', { message, fields: { event: 'pack.insecure-url', replica } });
}

/** Whoever stands between can be these replicas, read the token and answer in their place. */
export function logUnverifiedTls(logger: PackLogger | undefined, replicas: readonly string[]): void {
  if (!isWanted(logger, 'warn')) return;
  const message =
    'rejectUnauthorized: false takes every certificate, so anybody can read the token; give tls.ca';
  write(logger, 'warn', { message, fields: { event: 'pack.unverified-tls', replicas } });
}
