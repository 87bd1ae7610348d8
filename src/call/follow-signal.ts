/**
 * Follows the callers' abort signals with one listener per signal, however many calls use it: a long-lived
 * signal gathers no listeners, and Node does not warn of a leak when many calls share one.
 */

type Follower = (reason: unknown) => void;

interface Followed {
  readonly followers: Set<Follower>;
  readonly onAbort: () => void;
}

const followed = new WeakMap<AbortSignal, Followed>();

/** Calls `follower` once when the signal aborts; the returned function takes it back. */
export function followSignal(signal: AbortSignal, follower: Follower): () => void {
  const known = followed.get(signal) ?? listen(signal);
  known.followers.add(follower);
  return () => {
    known.followers.delete(follower);
    if (known.followers.size > 0 || followed.get(signal) !== known) return;
    followed.delete(signal);
    signal.removeEventListener('abort', known.onAbort);
  };
}

/** The listener knows its signal by itself: a proxy or a polyfill may call it with another `this`. */
function listen(signal: AbortSignal): Followed {
  const followers = new Set<Follower>();
  const onAbort = () => {
    followed.delete(signal);
    for (const follower of [...followers]) follower(signal.reason);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  const made = { followers, onAbort };
  followed.set(signal, made);
  return made;
}
