/** Small indexes for the tests of the embedded pack service, and services that end with their test. */
import { onTestFinished } from 'vitest';
import { type PackServiceOptions, type RunningPackService, startPackService } from '../../mocks/index.js';
import type { IndexedGuardrail, IndexedTool, PackIndex } from '../../src/pack/pack-index.js';

export function tool(id: string, more: Partial<IndexedTool> = {}): IndexedTool {
  return { id, input: {}, output: {}, modulePath: `tools/${id}.ts`, ...more };
}

export function guardrail(id: string, more: Partial<IndexedGuardrail> = {}): IndexedGuardrail {
  return { id, kind: 'code', action: {}, checkModulePath: `guardrails/${id}.ts`, ...more };
}

export function pack(more: Partial<PackIndex> = {}): PackIndex {
  return {
    v: 1,
    packId: 'test.pack',
    packVersion: '1.0.0',
    artifactVersion: 'build-7',
    publishedAt: '2026-01-01T00:00:00.000Z',
    tools: [tool('echo')],
    guardrails: [],
    agents: [],
    flows: [],
    ...more,
  };
}

export const echo = (input: unknown): unknown => input;

/** Starts a service (by default with the tool `echo`) and closes it when the test ends. */
export async function start(options: Partial<PackServiceOptions> = {}): Promise<RunningPackService> {
  const service = await startPackService({ index: pack(), tools: { echo }, ...options });
  onTestFinished(() => service.close());
  return service;
}

/** A promise that the test settles. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
