/**
 * The messages of pack protocol v2 as types: what a runtime sends and what a pack service answers. Only
 * shapes stand here; `checks.ts` proves that a value has one. Answers are open: a later revision may add
 * fields, and they are kept.
 */

/** The `v` of every message in both directions. */
export const protocolVersion = 2;

/** A tool by id, and by version where the index has several. */
export interface ToolRef {
  readonly id: string;
  readonly version?: string | undefined;
}

/** Who and what a tool call runs for; handed to the handler as it is. */
export interface CallContext {
  /** Tenant the call runs for. */
  readonly tenantId: string;
  /** Run the call belongs to; also sent as the `kindgi-run-id` header. */
  readonly runId: string;
  /** The run's project, set by the runtime (protocol 2.3.0). */
  readonly projectId?: string | undefined;
  /** The project's organisation, set by the runtime (protocol 2.3.0). */
  readonly orgId?: string | undefined;
  /** The single call, for instance the model's tool-call id; also sent as `kindgi-request-id`. */
  readonly requestId?: string | undefined;
  /** The same each time this call runs, different for every other (2.6.0): see `toolIdempotencyKey`. */
  readonly idempotencyKey?: string | undefined;
  /** Environment values resolved for this call (2.5.0: strings). */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Secrets resolved for this call. */
  readonly secrets?: Readonly<Record<string, unknown>> | undefined;
  /** Configuration resolved for this call. */
  readonly config?: Readonly<Record<string, unknown>> | undefined;
  /** Settings blocks of the calling agent version, by block id (2.4.0). */
  readonly settings?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
  /** Short-lived credentials of this call, by connection name. */
  readonly connections?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
}

export interface ToolInvokeMessage {
  readonly v: typeof protocolVersion;
  readonly kind: 'invoke';
  readonly tool: ToolRef;
  readonly input: unknown;
  readonly ctx: CallContext;
}

export interface CheckInvokeMessage {
  readonly v: typeof protocolVersion;
  readonly kind: 'check-invoke';
  readonly check: { readonly id: string };
  readonly config: Readonly<Record<string, unknown>>;
  readonly trace: unknown;
}

export type RequestMessage = ToolInvokeMessage | CheckInvokeMessage;

/** One validation issue, in Ajv's shape. `keyword` is absent when a model's own validation failed. */
export interface ValidationIssue {
  /** JSON Pointer to the failing value; `''` is the root. */
  readonly instancePath: string;
  /** URI fragment of the failing schema keyword. */
  readonly schemaPath?: string;
  readonly keyword?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly message: string;
  readonly [field: string]: unknown;
}

/** What a guardrail check found. Open beyond the listed fields. */
export interface CheckResult {
  readonly passed: boolean;
  readonly reason?: string;
  readonly judgeResponse?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

export interface ToolResultMessage {
  readonly v: typeof protocolVersion;
  readonly kind: 'result';
  readonly output: unknown;
}

export interface CheckResultMessage {
  readonly v: typeof protocolVersion;
  readonly kind: 'check-result';
  readonly result: CheckResult;
}

export interface ErrorMessage {
  readonly v: typeof protocolVersion;
  readonly kind: 'error';
  readonly code: string;
  readonly message: string;
  readonly toolId?: string;
  readonly checkId?: string;
  readonly cause?: unknown;
  readonly issues?: readonly ValidationIssue[];
}

export type ResponseMessage = ToolResultMessage | CheckResultMessage | ErrorMessage;

/** The answer to `GET /v1/info`: what a pack service serves. */
export interface PackInfo {
  /** The protocol number it speaks; any number is kept, `reconcile` reports one that is not 2. */
  readonly protocol: number;
  readonly packId: string;
  readonly packVersion: string;
  readonly artifactVersion: string;
  /** One entry per id and version. */
  readonly tools: readonly { readonly id: string; readonly version?: string }[];
  readonly checks: readonly string[];
  /** Required environment names that the service lacks; absent when it is too old to say (before 2.2.0). */
  readonly missingEnv?: readonly string[];
}
