/** The faults a running pack service can be told to show, and how each is told. Types only. */

/**
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
export type Fault =
  | 'refuse'
  | 'reset-before-request'
  | 'reset-after-request'
  | 'close-after-request'
  | 'silence'
  | 'cut-body'
  | 'slow-body'
  | 'not-json'
  | 'wrong-kind'
  | 'unexpected-status'
  | 'overloaded'
  | 'draining'
  | 'missing-env'
  | 'huge-body';

/** What `when` may decide by. */
export interface FaultRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** By lower-case name; `kindgi-run-id` and `kindgi-request-id` tell calls apart. */
  readonly headers: Readonly<Record<string, string>>;
}

/** How a fault is shown. An option that the fault does not heed is refused. */
export interface FaultOptions {
  /**
   * How often it is shown, a whole number. Default: until `clearFaults()`. For `refuse`, connections that this
   * process tries are counted; those of other processes cannot be seen.
   */
  readonly times?: number | undefined;
  /**
   * Requests it is shown to; others are answered as usual and not counted. Default all. Refused for `refuse` and
   * `reset-before-request`, which strike before there is a request.
   */
  readonly when?: ((request: FaultRequest) => boolean) | undefined;
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
