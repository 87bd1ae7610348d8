/**
 * Another build of this library, to hold two revisions against each other.
 */
import { create as createClient } from './client.js';

/** @type {import('./peers.js').CreatePeer} */
export function create(options) {
  const { otherModule } = options;
  if (otherModule === undefined) throw new Error('there is no other build: give one with --other');
  return createClient({ ...options, clientModule: otherModule });
}
