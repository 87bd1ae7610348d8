/** Splits a pack service's address; refuses what would be lost or leak in it. */
import { PackUsageError } from '../errors.js';
import type { ReplicaAddress } from './types.js';

/** @throws PackUsageError that names `path`. */
export function parseAddress(value: string | URL, path: string): ReplicaAddress {
  const refuse = (message: string) => new PackUsageError('bad client options', [{ path, message }]);
  if (typeof value === 'string' && !URL.canParse(value)) throw refuse('expected an http: or https: address');
  const url = new URL(value);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refuse('expected an http: or https: address');
  }
  if (url.username !== '' || url.password !== '') {
    throw refuse('expected no user name or password (use token and authorization)');
  }
  if (url.search !== '' || url.hash !== '') throw refuse('expected no query and no fragment');
  const pathPrefix = url.pathname.replace(/\/+$/, '');
  return {
    url: url.origin + pathPrefix,
    origin: url.origin,
    pathPrefix,
    invokePath: `${pathPrefix}/v1/invoke`,
  };
}
