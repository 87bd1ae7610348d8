/**
 * The test kit: a pack service inside the test's own process, with a small pack to try it on. It needs no test
 * framework.
 */
export type { RecordedCall } from './call-record.js';
export type { Fault, FaultOptions, FaultRequest } from './fault-options.js';
export {
  type CallSurroundings,
  type CheckHandler,
  defaultMockToken,
  type HandlerContext,
  type PackServiceOptions,
  type ToolHandler,
} from './options.js';
export { type RunningPackService, startPackService } from './pack-service.js';
export { sampleChecks, sampleTools } from './sample-handlers.js';
export { sampleIndex } from './sample-index.js';
