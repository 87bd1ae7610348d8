/** A client of a service that must see no call, for what is refused before anything is sent. */
import { afterAll, beforeAll, expect } from 'vitest';
import { type RunningPackService, sampleIndex, startPackService } from '../../mocks/index.js';
import { createPackClient, type PackClient, PackUsageError, type UsageIssue } from '../../src/index.js';

export interface Unsent {
  readonly url: string;
  readonly token: string;
  readonly client: PackClient;
  /** The issues of the refusal. Rejects when the call is not refused. */
  issuesOf(method: 'invoke' | 'check', call: unknown, options?: unknown): Promise<readonly UsageIssue[]>;
  /** The refusal itself. */
  refusalOf(method: 'invoke' | 'check', call: unknown, options?: unknown): Promise<PackUsageError>;
}

/** To be called at the top of a test file, which then fails should a call arrive. */
export function unsent(): Unsent {
  let service: RunningPackService;
  let client: PackClient;
  beforeAll(async () => {
    service = await startPackService({ index: sampleIndex });
    client = createPackClient({ url: service.url, token: service.token });
  });
  afterAll(async () => {
    expect(service.calls).toHaveLength(0);
    await client.close();
    await service.close();
  });
  const refusalOf: Unsent['refusalOf'] = async (method, call, options) => {
    try {
      await Reflect.apply(client[method], client, [call, options]);
    } catch (error) {
      if (error instanceof PackUsageError) return error;
      throw error;
    }
    throw new Error('the call was not refused');
  };
  return {
    get url() {
      return service.url;
    },
    get token() {
      return service.token;
    },
    get client() {
      return client;
    },
    refusalOf,
    issuesOf: async (method, call, options) => (await refusalOf(method, call, options)).issues,
  };
}
