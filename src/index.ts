/** The public surface of `kindgi-pack-client`: explicit names, nothing else. */

export { createPackClient } from './client.js';
export { PackUsageError, type UsageIssue } from './errors.js';
export type { CallMessage } from './observe/call-channel.js';
export type { LogFields, PackLogger } from './observe/logger.js';
export { packClientOptionsFromEnv } from './options/from-env.js';
export type {
  CallOptions,
  Credential,
  PackClientOptions,
  ProbeOptions,
  RetryOptions,
  TlsOptions,
} from './options/types.js';
export type {
  AnyOutcome,
  Attempt,
  CheckOutcome,
  CheckVerdict,
  Execution,
  Facts,
  InfoOutcome,
  InfoResult,
  PackError,
  PackErrorCode,
  Stage,
  Stopped,
  ToolOutcome,
  ToolResult,
  TransportFailure,
  TransportReason,
  UnavailableDetail,
} from './outcome.js';
export { compareInfo } from './pack/compare-info.js';
export { findSchemaProblems, type SchemaProblem } from './pack/index-schema-problems.js';
export { loadPackIndex } from './pack/load-index.js';
export {
  findTool,
  type IndexedGuardrail,
  type IndexedTool,
  isDeclarative,
  isReadOnly,
  type JsonSchema,
  type PackIndex,
} from './pack/pack-index.js';
export { parsePackIndex } from './pack/parse-index.js';
export type {
  Finding,
  FindingCode,
  ReadyReport,
  ReadyState,
  ReconcileReport,
  ReplicaReadiness,
  ReplicaReconciliation,
  Severity,
} from './pack/reports.js';
export { type ToolCallPlace, toolIdempotencyKey } from './pack/tool-idempotency-key.js';
export type { CheckCall, PackClient, PackClientStats, ReplicaStats, ToolCall } from './pack-client.js';
export type { CallContext, CheckResult, PackInfo, ToolRef, ValidationIssue } from './protocol/messages.js';
export { isSafeToRetry, PackCallError, unwrap } from './unwrap.js';
