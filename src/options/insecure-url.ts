/**
 * Which addresses send tokens to where they may be anybody's: plain `http:` to a host that, by its name or number, is
 * neither this machine nor a private network; and `https:` whose certificate nobody looks at, wherever it leads, for
 * who asks for TLS expects some. It resolves no name and refuses nothing.
 */
import { BlockList, isIP } from 'node:net';
import type { ReplicaAddress, ResolvedOptions } from './types.js';

/** Loopback, private, link-local, carrier-grade NAT. IPv4 inside IPv6 is found in the same list. */
const ownNetworks = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  ownNetworks.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  ownNetworks.addSubnet(network, bits, 'ipv6');
}

/** Ends of names that no public registry gives out. */
const ownName = /(?:^|\.)(?:localhost|local|internal|intranet|private|lan|home\.arpa|svc|test|invalid)$/;

/** The `https:` addresses that the options leave unverified. */
export function unverifiedUrls({
  replicas,
  tls,
}: Pick<ResolvedOptions, 'replicas' | 'tls'>): readonly string[] {
  if (tls?.rejectUnauthorized !== false) return [];
  return replicas.filter(({ origin }) => origin.startsWith('https:')).map(({ url }) => url);
}

/** The `http:` addresses to warn of. */
export function insecureUrls(replicas: readonly ReplicaAddress[]): readonly string[] {
  return replicas.filter(({ origin }) => isInsecure(new URL(origin))).map(({ url }) => url);
}

function isInsecure({ protocol, hostname }: URL): boolean {
  if (protocol !== 'http:') return false;
  const host = hostname.replace(/^\[|\]$|\.$/g, '');
  const family = isIP(host);
  if (family !== 0) return !ownNetworks.check(host, family === 4 ? 'ipv4' : 'ipv6');
  // A name of one word is looked up in the network's own domain.
  return host.includes('.') && !ownName.test(host);
}
