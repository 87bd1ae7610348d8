/** p-retry without delays and limits of its own: only a call itself knows what a wait may cost, and when to stop. */
import pRetry from 'p-retry';

/** Thrown to p-retry and caught by it: the one error after which it goes on. */
class TryAgain extends Error {}

/** Tries until something comes of it; rejects with what a try throws. */
export function tryUntil<Value>(attempt: () => Promise<Value | undefined>): Promise<Value> {
  return pRetry(
    async () => {
      const value = await attempt();
      if (value === undefined) throw new TryAgain();
      return value;
    },
    {
      retries: Number.POSITIVE_INFINITY,
      minTimeout: 0,
      shouldRetry: ({ error }) => error instanceof TryAgain,
    },
  );
}
