/**
 * The test kit: a pack service inside the test's own process, the same behind msw, a client without sockets, and a
 * small pack to try them on. It needs no test framework; msw only for `packHandlers` and `serveHandlers`.
 */
export { aCheckCall, aRunContext, aToolCall, type ToolCallOverrides } from './builders.js';
export type { CallLog } from './call-log.js';
export type { RecordedCall } from './call-record.js';
export {
  type Fault,
  type FaultMessage,
  type FaultOptions,
  type FaultRequest,
  faultNames,
} from './fault-options.js';
export type { GateControls } from './gate-controls.js';
export { anIndex, type IndexParts } from './index-builder.js';
export { ManualClock } from './manual-clock.js';
export type { HttpHandler, RequestHandler } from './msw.js';
export {
  type CallSurroundings,
  type CheckHandler,
  defaultMockToken,
  type HandlerContext,
  type PackOptions,
  type PackServiceOptions,
  type ToolHandler,
} from './options.js';
export { createPackHandlers, type PackHandlers, packHandlers } from './pack-handlers.js';
export { type RunningPackService, startPackService } from './pack-service.js';
export { playScenario, type ScenarioStage } from './play-scenario.js';
export { sampleChecks, sampleTools } from './sample-handlers.js';
export { sampleIndex } from './sample-index.js';
export type { SampleCall, Scenario } from './scenario.js';
export { scenarios } from './scenarios.js';
export type { ScriptedExtra, ScriptedFault, ScriptedReply } from './script.js';
export {
  createScriptedClient,
  type ScriptedClient,
  type ScriptedClientOptions,
  type ScriptedRequest,
} from './scripted-client.js';
export { type ServedHandlers, type ServeHandlersOptions, serveHandlers } from './serve-handlers.js';
export { type Again, type Seen, type Verdict, verdicts } from './verdicts.js';
