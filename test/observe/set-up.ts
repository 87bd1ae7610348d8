/** A pack service and clients that end with their test, and a logger that keeps its records. */
import { onTestFinished } from 'vitest';
import type { PackServiceOptions, RunningPackService } from '../../mocks/index.js';
import {
  createPackClient,
  type LogFields,
  type PackClient,
  type PackClientOptions,
  type PackLogger,
} from '../../src/index.js';
import { startSampleService } from '../sample-service.js';

export async function startSample(options: Partial<PackServiceOptions> = {}): Promise<RunningPackService> {
  const service = await startSampleService(options);
  onTestFinished(() => service.close());
  return service;
}

export function clientOf(
  service: Pick<RunningPackService, 'url' | 'token'>,
  options: Partial<PackClientOptions> = {},
): PackClient {
  const client = createPackClient({ url: service.url, token: service.token, timeoutMs: 15_000, ...options });
  onTestFinished(() => client.close({ graceMs: 0 }));
  return client;
}

export interface KeptRecord {
  readonly level: 'debug' | 'info' | 'warn';
  readonly fields: LogFields;
  readonly message: string;
}

export interface KeepingLogger extends PackLogger {
  readonly kept: readonly KeptRecord[];
  /** The fields of the records of one event. */
  of(event: string): readonly LogFields[];
}

export function keepRecords(): KeepingLogger {
  const kept: KeptRecord[] = [];
  const keep =
    (level: KeptRecord['level']) =>
    (fields: LogFields, message: string): void => {
      kept.push({ level, fields, message });
    };
  return {
    kept,
    of: (event) => kept.filter(({ fields }) => fields['event'] === event).map(({ fields }) => fields),
    debug: keep('debug'),
    info: keep('info'),
    warn: keep('warn'),
  };
}
