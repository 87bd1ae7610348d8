/**
 * The messages of pack protocol v2 as types: what a runtime sends and what a pack service answers. Only
 * shapes stand here; `checks.ts` proves that a value has one. Answers are open: a later revision may add
 * fields, and they are kept.
 */

/** The `v` of every message in both directions. */
export const protocolVersion = 2;

/** A tool by id, and by version where the index has several. */
export interface ToolRef {
  /** As in the index. */
  readonly id: string;
  /** The version that the caller insists on. Default: the only one there is. */
  readonly version?: string | undefined;
}

/**
 * Who and what a tool call runs for; handed to the handler as it is.
 *
 * @example
 * ```ts
 * const place = { runId: 'run-7', stepScope: 'charge-card', toolId: 'acme.billing.charge-card' };
 * const ctx: CallContext = { tenantId: 't-1', runId: place.runId, idempotencyKey: toolIdempotencyKey(place) };
 * ```
 */
export interface CallContext {
  /** Tenant the call runs for. */
  readonly tenantId: string;
  /** Run the call belongs to; also sent as the `kindgi-run-id` header, in 4,096 characters at most. */
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
  /** The failing keyword of the schema, `required` for instance. */
  readonly keyword?: string;
  /** The keyword's own details. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** In words. */
  readonly message: string;
  readonly [field: string]: unknown;
}

/** What a guardrail check found. Open beyond the listed fields. */
export interface CheckResult {
  /** The verdict. */
  readonly passed: boolean;
  /** Why, in words for people. */
  readonly reason?: string;
  /** What a judging model answered. */
  readonly judgeResponse?: string;
  /** More about the verdict, for records. */
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
  /** Which pack it serves. */
  readonly packId: string;
  /** The pack's own version. */
  readonly packVersion: string;
  /** The build that runs. */
  readonly artifactVersion: string;
  /** One entry per id and version. */
  readonly tools: readonly { readonly id: string; readonly version?: string }[];
  /** Ids of the checks that it runs. */
  readonly checks: readonly string[];
  /** Required environment names that the service lacks; absent when it is too old to say (before 2.2.0). */
  readonly missingEnv?: readonly string[];
}
