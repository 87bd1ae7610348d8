/**
 * Follows the callers' abort signals with one listener per signal, however many calls use it: a long-lived
 * signal gathers no listeners, and Node does not warn of a leak when many calls share one.
 */

type Follower = (reason: unknown) => void;

const followed = new WeakMap<AbortSignal, Set<Follower>>();

/** Calls `follower` once when the signal aborts; the returned function takes it back. */
export function followSignal(signal: AbortSignal, follower: Follower): () => void {
  const followers = followed.get(signal) ?? listen(signal);
  followers.add(follower);
  return () => {
    followers.delete(follower);
    if (followers.size === 0 && followed.get(signal) === followers) {
      followed.delete(signal);
      signal.removeEventListener('abort', onAbort);
    }
  };
}

function listen(signal: AbortSignal): Set<Follower> {
  const followers = new Set<Follower>();
  followed.set(signal, followers);
  signal.addEventListener('abort', onAbort, { once: true });
  return followers;
}

function onAbort(this: AbortSignal): void {
  const followers = followed.get(this);
  followed.delete(this);
  for (const follower of [...(followers ?? [])]) follower(this.reason);
}
