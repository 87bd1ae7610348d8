/**
 * Whether the service takes calls now: ready, draining, complete environment, and how many are in flight. It
 * counts and answers; it sends nothing.
 */

/** The body of a 503. */
export interface Unavailable {
  readonly error: 'draining' | 'not ready' | 'overloaded' | 'missing env';
  readonly missingEnv?: readonly string[];
}

export interface Gate {
  /** Why it is not ready, or `undefined` when it is. */
  unready(): Unavailable | undefined;
  /** Takes a slot and gives the function that frees it (once); `undefined` at the cap. */
  enter(): (() => void) | undefined;
  setReady(on: boolean): void;
  setMaxConcurrency(limit: number): void;
  /** From now on not ready. Resolves when nothing is in flight, at the latest after `waitMs`. */
  drain(waitMs: number): Promise<void>;
  /** Lets a `drain` that waits go at once. */
  release(): void;
  readonly inFlight: number;
}

export interface GateStart {
  readonly ready: boolean;
  readonly maxConcurrency: number;
  /** Names that keep it from being ready; empty when nothing is missing or nobody minds. */
  readonly missingEnv: readonly string[];
}

export function createGate({ ready, maxConcurrency, missingEnv }: GateStart): Gate {
  let draining = false;
  let inFlight = 0;
  const whenEmpty = new Set<() => void>();

  const release = (): void => {
    for (const resolve of whenEmpty) resolve();
    whenEmpty.clear();
  };
  const leave = (): void => {
    inFlight -= 1;
    if (inFlight === 0) release();
  };

  return {
    get inFlight() {
      return inFlight;
    },
    unready() {
      if (draining) return { error: 'draining' };
      if (missingEnv.length > 0) return { error: 'missing env', missingEnv };
      return ready ? undefined : { error: 'not ready' };
    },
    enter() {
      if (inFlight >= maxConcurrency) return undefined;
      inFlight += 1;
      let left = false;
      return () => {
        if (!left) leave();
        left = true;
      };
    },
    setReady(on) {
      ready = on;
    },
    setMaxConcurrency(limit) {
      maxConcurrency = limit;
    },
    release,
    async drain(waitMs) {
      draining = true;
      if (inFlight === 0) return;
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        whenEmpty.add(resolve);
        timer = setTimeout(resolve, waitMs);
      });
      clearTimeout(timer);
    },
  };
}
