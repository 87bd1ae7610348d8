/**
 * Follows the callers' abort signals with one listener per signal, however many calls use it: a long-lived
 * signal gathers no listeners, and Node does not warn of a leak when many calls share one. A signal may be anybody's
 * object: one that throws is refused when it cannot be listened to, and costs no call its outcome later.
 */
import { PackUsageError } from '../../errors.js';
import { safely } from '../../safely.js';
import { type Member, Roster } from './roster.js';

/** Told once, when the signal aborts. */
interface Follower extends Member {
  readonly onAbort: (reason: unknown) => void;
}

interface Followed {
  readonly followers: Roster<Follower>;
  readonly onAbort: () => void;
}

const followed = new WeakMap<AbortSignal, Followed>();

/**
 * Calls `onAbort` once when the signal aborts; the returned function takes it back.
 *
 * @throws PackUsageError when the signal cannot be listened to.
 */
export function followSignal(signal: AbortSignal, onAbort: (reason: unknown) => void): () => void {
  const known = followed.get(signal) ?? listen(signal);
  const follower = { onAbort, place: 0 };
  known.followers.join(follower);
  return () => {
    known.followers.leave(follower);
    if (known.followers.size > 0 || followed.get(signal) !== known) return;
    followed.delete(signal);
    safely(() => signal.removeEventListener('abort', known.onAbort));
  };
}

/** The listener knows its signal by itself: a proxy or a polyfill may call it with another `this`. */
function listen(signal: AbortSignal): Followed {
  const followers = new Roster<Follower>();
  const onAbort = () => {
    followed.delete(signal);
    const reason = reasonOf(signal);
    for (const follower of followers.all()) follower.onAbort(reason);
  };
  try {
    signal.addEventListener('abort', onAbort, { once: true });
  } catch {
    const message = 'expected an AbortSignal that can be listened to';
    throw new PackUsageError('bad options', [{ path: 'signal', message }]);
  }
  const made = { followers, onAbort };
  followed.set(signal, made);
  return made;
}

/** Why a signal was aborted; `undefined` when it does not say. */
export function reasonOf(signal: AbortSignal): unknown {
  return safely((): unknown => signal.reason);
}
