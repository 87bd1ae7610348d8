/** The faults a running pack service can be told to show, by name, and how each is told. It plays none of them. */
import type { CallContext, ToolRef } from '../../src/protocol/messages.js';

/**
 * The name of every fault of `fail`, for a test that is to hold whatever goes wrong. What each does is told at
 * `Fault`.
 *
 * @example
 * ```ts
 * it.each(faultNames)('settles whatever goes wrong: %s', async (fault) => {
 *   await service.fail(fault, { times: 1 });
 *   await client.invoke(aToolCall(), { timeoutMs: 1_000 });
 * });
 * ```
 */
export const faultNames = [
  'refuse',
  'reset-before-request',
  'reset-after-request',
  'close-after-request',
  'silence',
  'cut-body',
  'slow-body',
  'not-json',
  'wrong-kind',
  'unexpected-status',
  'overloaded',
  'draining',
  'missing-env',
  'huge-body',
] as const;

/**
 * A fault, by name.
 *
 * - `refuse`: the port is closed; idle connections too.
 * - `reset-before-request`: every new connection is reset when it is accepted; idle ones are closed.
 * - `reset-after-request`, `close-after-request`: the request is read whole, then RST or FIN. Nothing runs.
 * - `silence`: the request is read whole and never answered. Nothing runs.
 * - `cut-body`: the call **runs**; the head and half the body of its answer arrive, then the connection ends.
 * - `slow-body`: the call **runs**; its answer comes one byte every 50 ms.
 * - `not-json`: 200 with a page of HTML (or `body`). Nothing runs.
 * - `wrong-kind`: 200 with a well-formed message of another kind than was asked for (calls and info only). Nothing runs.
 * - `unexpected-status`: `status` (502), text, no `Retry-After` unless given. Nothing runs.
 * - `overloaded` (calls only), `draining`, `missing-env` (calls and `/readyz`): the service's own 503, after the
 *   token was checked. Nothing runs.
 * - `huge-body`: 200 with a message whose body never ends. Nothing runs.
 */
export type Fault = (typeof faultNames)[number];

/** The message of a request that is a tool call (`tool`, `input`, `ctx`) or a check (`check`, `config`, `trace`). */
export interface FaultMessage {
  /** Whether it calls a tool or a check. */
  readonly kind: 'invoke' | 'check-invoke';
  /** Of a tool call: which tool. */
  readonly tool?: ToolRef;
  /** Of a tool call: as it was sent, without defaults; `null` when it was left out. */
  readonly input?: unknown;
  /** Of a tool call: for whom it runs. */
  readonly ctx?: CallContext;
  /** Of a check: which one. */
  readonly check?: { readonly id: string };
  /** Of a check: as it was sent. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Of a check: `null` when it was left out. */
  readonly trace?: unknown;
}

/**
 * What `when` may decide by: a request, read whole. Frozen at every depth, and apart from what the service itself works
 * with.
 */
export interface FaultRequest {
  /** `GET` or `POST`, as a rule. */
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** By lower-case name; `kindgi-run-id` and `kindgi-request-id` tell calls apart. */
  readonly headers: Readonly<Record<string, string>>;
  /** Absent on a probe, on a body that is no such message, and on one that is too large or was cut off. */
  readonly message?: FaultMessage;
}

/**
 * How a fault is shown. An option that the fault does not heed is refused.
 *
 * @example
 * ```ts
 * const options: FaultOptions = { times: 2, retryAfter: 0 };
 * await service.fail('overloaded', options);
 * ```
 */
export interface FaultOptions {
  /**
   * How often it is shown, a whole number. Default: until `clearFaults()`. For `refuse`, connections that this
   * process tries are counted; those of other processes cannot be seen.
   */
  readonly times?: number | undefined;
  /**
   * Requests it is shown to; others are answered as usual and not counted. Default all. Refused for `refuse` and
   * `reset-before-request`, which strike before there is a request. Where it throws, or gives neither a boolean nor
   * `undefined`, the request is answered 500, and the next `fail` or `close()` rejects with an error that says so.
   *
   * @example
   * ```ts
   * await service.fail('cut-body', { when: ({ message }) => message?.tool?.id === 'acme.billing.charge-card' });
   * ```
   */
  readonly when?: ((request: FaultRequest) => boolean | undefined) | undefined;
  /** Of `unexpected-status` (502) and `not-json` (200). */
  readonly status?: number | undefined;
  /**
   * `Retry-After` of `unexpected-status` (default none) and of the three 503 faults (default `1`): a value, several
   * header lines, or `false` for none.
   */
  readonly retryAfter?: string | number | readonly string[] | false | undefined;
  /** Body of `unexpected-status` and `not-json`. */
  readonly body?: string | undefined;
  /** More headers of `unexpected-status` and `not-json`, for instance `location`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Names that `missing-env` tells. Default: the index's required ones. */
  readonly missingEnv?: readonly string[] | undefined;
}
