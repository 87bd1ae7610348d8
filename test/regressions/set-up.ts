/** Raw services and clients that end with their test. */
import { onTestFinished } from 'vitest';
import { createPackClient, type PackClient, type PackClientOptions, type ToolCall } from '../../src/index.js';
import { type RawService, type RawServiceOptions, startRawService } from '../faults/raw-service.js';

export const call: ToolCall = {
  tool: 'test.tool',
  input: { text: 'x' },
  ctx: { tenantId: 'tenant-1', runId: 'run-1' },
};

export async function serve(options: RawServiceOptions): Promise<RawService> {
  const service = await startRawService(options);
  onTestFinished(() => service.close());
  return service;
}

export function clientOf(
  url: PackClientOptions['url'],
  options: Partial<PackClientOptions> = {},
): PackClient {
  const client = createPackClient({ url, token: 'test-token', timeoutMs: 15_000, ...options });
  onTestFinished(() => client.close({ graceMs: 0 }));
  return client;
}

/** The ids of the requests that a service read, in order. */
export function idsAt(service: RawService): readonly (string | undefined)[] {
  return service.requests.map(({ headers }) => headers['kindgi-request-id']);
}

/** What an action throws; `undefined` if it does not. */
export function thrownBy(action: () => unknown): unknown {
  try {
    action();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** What a caller without types may pass. */
export function untyped(value: unknown) {
  return JSON.parse('0', () => value);
}
