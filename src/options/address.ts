/** Splits a pack service's address; refuses what would be lost or leak in it. */
import { PackUsageError } from '../errors.js';
import type { ReplicaAddress } from './types.js';

const expected = 'expected an http: or https: address, such as http://localhost:8080';

/**
 * One address or several, each once.
 *
 * @throws PackUsageError that names the one that is wrong: `url`, or `url[1]` of several.
 */
export function parseAddresses(urls: string | URL | readonly (string | URL)[]): readonly ReplicaAddress[] {
  const isOne = typeof urls === 'string' || urls instanceof URL;
  const addresses = isOne
    ? [parseAddress(urls, 'url')]
    : urls.map((url, at) => parseAddress(url, `url[${at}]`));
  const twice = addresses.findIndex(
    ({ url }, at) => addresses.findIndex((other) => other.url === url) !== at,
  );
  if (twice === -1) return addresses;
  throw new PackUsageError('bad client options', [
    { path: `url[${twice}]`, message: 'expected each replica once' },
  ]);
}

function parseAddress(value: string | URL, path: string): ReplicaAddress {
  const refuse = (message: string) => new PackUsageError('bad client options', [{ path, message }]);
  if (typeof value === 'string' && !URL.canParse(value)) throw refuse(expected);
  const url = new URL(value);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refuse(expected);
  }
  if (url.username !== '' || url.password !== '') {
    throw refuse('expected no user name or password (use token and authorization)');
  }
  if (url.search !== '' || url.hash !== '') throw refuse('expected no query and no fragment');
  const pathPrefix = withoutEndSlashes(url.pathname);
  return {
    url: url.origin + pathPrefix,
    origin: url.origin,
    pathPrefix,
    invokePath: `${pathPrefix}/v1/invoke`,
  };
}

/** Not a pattern: `/\/+$/` would look at each of many slashes inside as often as there are. */
function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (path.charAt(end - 1) === '/') end -= 1;
  return path.slice(0, end);
}
