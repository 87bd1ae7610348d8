/** Clients that end with their test, and the one call that all tests here make. */
import { onTestFinished } from 'vitest';
import { createPackClient, type PackClient, type PackClientOptions, type ToolCall } from '../../src/index.js';

export const echoCall: ToolCall = { tool: 'echo', input: 'hello', ctx: { tenantId: 't', runId: 'r' } };

/** A client without waits of its own making; closed without grace when the test ends. */
export function startClient(
  options: Omit<PackClientOptions, 'token'> & Partial<PackClientOptions>,
): PackClient {
  const client = createPackClient({ token: 'secret', ...options });
  onTestFinished(() => client.close({ graceMs: 0 }));
  return client;
}

/** A promise's value once it is there, without waiting for it. */
export function watch<Value>(promise: Promise<Value>): { readonly value: Value | undefined } {
  const watched: { value: Value | undefined } = { value: undefined };
  promise.then(
    (value) => {
      watched.value = value;
    },
    () => {},
  );
  return watched;
}
