/** The sample pack as a service, for tests that change a part of it. */
import {
  type PackServiceOptions,
  type RunningPackService,
  sampleChecks,
  sampleIndex,
  sampleTools,
  startPackService,
} from '../mocks/index.js';

/** `tools` are laid over those of the sample pack. */
export function startSampleService({
  tools,
  ...options
}: Partial<PackServiceOptions> = {}): Promise<RunningPackService> {
  return startPackService({
    index: sampleIndex,
    checks: sampleChecks,
    ...options,
    tools: { ...sampleTools, ...tools },
  });
}
