/**
 * Ctrl+C as an abort signal. The first one ends the call under way, so that its outcome can still be told; the
 * second finds no listener any more and ends the process the way it always does.
 */
export interface InterruptListener {
  readonly signal: AbortSignal;
  /** Stops listening. */
  stop(): void;
}

/** Listens for Ctrl+C from now on, until `stop`. */
export function listenForInterrupt(): InterruptListener {
  const controller = new AbortController();
  const onInterrupt = (): void => controller.abort({ name: 'Interrupted', message: 'ended by Ctrl+C' });
  process.once('SIGINT', onInterrupt);
  return {
    signal: controller.signal,
    stop: () => void process.removeListener('SIGINT', onInterrupt),
  };
}
