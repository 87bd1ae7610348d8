/**
 * p-retry, loaded with the first retry of a process, because most need none. Whoever cannot wait for that in the
 * middle of a call may ask for it before.
 */
let loading: Promise<typeof import('p-retry')> | undefined;

export function loadRetry(): Promise<typeof import('p-retry')> {
  loading ??= import('p-retry');
  return loading;
}
