/**
 * The test kit: a pack service inside the test's own process, the same behind msw, a client without sockets, and a
 * small pack to try them on. It needs no test framework; msw only for `packHandlers` and `serveHandlers`.
 *
 * `service/` is the service and the protocol behind it, `faults/` what it does on demand, `msw/` the same answers as
 * handlers, `scripted/` the client without sockets, `sample/` the pack and calls of it.
 */
export { aCheckCall, aRunContext, aToolCall, type ToolCallOverrides } from './builders.js';
export {
  type Fault,
  type FaultMessage,
  type FaultOptions,
  type FaultRequest,
  faultNames,
} from './faults/fault-options.js';
export { anIndex, type IndexParts } from './index-builder.js';
export type { HttpHandler, RequestHandler } from './msw/msw.js';
export { createPackHandlers, type PackHandlers, packHandlers } from './msw/pack-handlers.js';
export { type ServedHandlers, type ServeHandlersOptions, serveHandlers } from './msw/serve-handlers.js';
export { playScenario, type ScenarioStage } from './sample/play-scenario.js';
export { sampleChecks, sampleTools } from './sample/sample-handlers.js';
export { sampleIndex } from './sample/sample-index.js';
export type { SampleCall, Scenario } from './sample/scenario.js';
export { scenarios } from './sample/scenarios.js';
export { ManualClock } from './scripted/manual-clock.js';
export type { ScriptedExtra, ScriptedFault, ScriptedReply } from './scripted/script.js';
export {
  createScriptedClient,
  type ScriptedClient,
  type ScriptedClientOptions,
  type ScriptedRequest,
} from './scripted/scripted-client.js';
export type { CallLog } from './service/call-log.js';
export type { RecordedCall } from './service/call-record.js';
export type { GateControls } from './service/gate-controls.js';
export {
  type CallSurroundings,
  type CheckHandler,
  defaultMockToken,
  type HandlerContext,
  type PackOptions,
  type PackServiceOptions,
  type ToolHandler,
} from './service/options.js';
export { type RunningPackService, startPackService } from './service/pack-service.js';
export { type Again, type Seen, type Verdict, verdicts } from './verdicts.js';
