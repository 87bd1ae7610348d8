/**
 * The certificates of this folder, as `certificates/make.sh` makes them: an authority, an intermediate below it, and
 * the certificates of services and of a client that they signed. Good for a hundred years, but for the one that is not.
 */
import { readFileSync } from 'node:fs';

export const pem = (name: string) =>
  readFileSync(new URL(`./certificates/${name}.pem`, import.meta.url), 'utf8');

const identity = (name: string) => ({ cert: pem(name), key: pem(`${name}-key`) });

export const authority = pem('authority');
export const intermediate = pem('intermediate');
/** Names 127.0.0.1 and localhost. */
export const service = identity('service');
/** The same, signed by the intermediate; alone, and with what it takes to get to the authority. */
export const serviceBelow = identity('service-below');
export const serviceWithChain = { ...serviceBelow, cert: serviceBelow.cert + intermediate };
/** It ended before it began. */
export const expired = identity('expired');
/** For a client, and for no service. */
export const client = identity('client');
