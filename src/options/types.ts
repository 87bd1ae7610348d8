/**
 * Every option of a client and of a call, with its unit and default, and what the options are once checked.
 * Types only, and the table of defaults; `schemas.ts` checks values.
 */
import type { PackLogger } from '../observe/logger.js';
import type { PackIndex } from '../pack/pack-index.js';

/**
 * A value, or a function that is asked for it before every try. What it gives is used for that try and kept nowhere,
 * so a function that has to fetch its value keeps it by itself for as long as it is good. After a 401 it is asked once
 * more: another value sends the call again.
 *
 * @example
 * ```ts
 * const token: Credential = () => readFile('/run/secrets/pack-token', 'utf8');
 * ```
 */
export type Credential = string | (() => string | Promise<string>);

/**
 * When and how a refused call is tried again. A call that may have run is not, but for `readOnly`.
 *
 * @example
 * ```ts
 * const retry: RetryOptions = { maxAttempts: 3, maxDelayMs: 1_000, safeStatuses: [429] };
 * ```
 */
export interface RetryOptions {
  /** Tries in all, the first included. Default 10. */
  readonly maxAttempts?: number | undefined;
  /** First back-off in milliseconds, doubling, full jitter. Default 100. */
  readonly minDelayMs?: number | undefined;
  /** Longest back-off in milliseconds. Default 5,000. */
  readonly maxDelayMs?: number | undefined;
  /**
   * With `index`: a call whose outcome is unknown may be sent again if its tool is declared `mutating: false`.
   * Default false.
   */
  readonly readOnly?: boolean | undefined;
  /** Statuses that a platform in front promises to mean "not delivered", for instance 429. Default none. */
  readonly safeStatuses?: readonly number[] | undefined;
}

/**
 * TLS of `https:` addresses, as in `node:tls`.
 *
 * @example
 * ```ts
 * const tls: TlsOptions = { ca: await readFile('ca.pem'), cert: await readFile('me.pem'), key: await readFile('me.key') };
 * ```
 */
export interface TlsOptions {
  /** Authorities to trust, as PEM. Default: those that Node trusts. */
  readonly ca?: string | Uint8Array | readonly (string | Uint8Array)[] | undefined;
  /** The client's own certificate, as PEM. Default none. */
  readonly cert?: string | Uint8Array | undefined;
  /** The key of `cert`, as PEM. Default none. */
  readonly key?: string | Uint8Array | undefined;
  /** The name that the certificate must be for. Default: the host of the address. */
  readonly servername?: string | undefined;
  /** `false` takes whatever certificate comes, and with it anybody's answers. Default true. */
  readonly rejectUnauthorized?: boolean | undefined;
}

/**
 * What `createPackClient` takes. Unknown options are refused; every wrong one is named in one `PackUsageError`.
 *
 * @example
 * ```ts
 * const options: PackClientOptions = {
 *   url: ['http://pack-a:8080', 'http://pack-b:8080'],
 *   token: () => readFile('/run/secrets/pack-token', 'utf8'),
 *   timeoutMs: 30_000,
 *   retry: { maxAttempts: 5 },
 * };
 * ```
 */
export interface PackClientOptions {
  /** One pack service, or all its replicas. `http:` or `https:`; a path prefix is kept. */
  readonly url: string | URL | readonly (string | URL)[];
  /** The pack token (header `kindgi-pack-token`). Surrounding white space is dropped. */
  readonly token: Credential;
  /** For a platform in front: sent as the `authorization` header. Default none. */
  readonly authorization?: Credential | undefined;
  /** Milliseconds for a whole call, queueing and retries included. Default 120,000. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds past the deadline in which the service's own answer may still arrive. Default 250. */
  readonly answerGraceMs?: number | undefined;
  /** Calls in flight per replica. Default 32, which is a service's own default. */
  readonly maxConcurrency?: number | undefined;
  /** Calls that may wait for a slot. Default 10,000. */
  readonly maxQueue?: number | undefined;
  /** Bytes of a request message. Default 10 MiB, which is a service's limit. */
  readonly maxRequestBytes?: number | undefined;
  /** Bytes of an answer. Default 32 MiB. */
  readonly maxResponseBytes?: number | undefined;
  /** Milliseconds to open a connection. Default 5,000. */
  readonly connectTimeoutMs?: number | undefined;
  /** How refused calls are tried again; `false`: one try only. Default: each of its options has its own. */
  readonly retry?: RetryOptions | false | undefined;
  /** With `index`: check a tool's input against its schema before sending. Default false. */
  readonly validateInput?: boolean | undefined;
  /** The pack's index, from `loadPackIndex` or `parsePackIndex`. Default none. */
  readonly index?: PackIndex | undefined;
  /** Gets records of calls, tries and replicas; pino or anything of its shape. Default silent. */
  readonly logger?: PackLogger | undefined;
  /** Own CA, client certificate and key for `https:`. Default: what Node trusts. */
  readonly tls?: TlsOptions | undefined;
}

/**
 * What one `invoke` or `check` may decide for itself. Unknown options are refused with `PackUsageError`.
 *
 * @example
 * ```ts
 * const options: CallOptions = { timeoutMs: 5_000, signal: AbortSignal.timeout(60_000), retry: false };
 * const outcome = await client.invoke(call, options);
 * ```
 */
export interface CallOptions {
  /** Milliseconds for this call, queueing and retries included. Default: the client's. */
  readonly timeoutMs?: number | undefined;
  /** Ends the call at once, in whatever stage it is. Default none. */
  readonly signal?: AbortSignal | undefined;
  /** Sent as `kindgi-request-id`, in 4,096 characters at most. Default `ctx.requestId`, else a new UUID. */
  readonly requestId?: string | undefined;
  /** W3C trace context, passed on. Default: that of the active OpenTelemetry span, if there is one. */
  readonly traceparent?: string | undefined;
  /** Laid over the client's `retry`; `false`: one try only. Default: the client's. */
  readonly retry?: RetryOptions | false | undefined;
}

/**
 * Options of `info`, `health`, `ready` and `waitUntilReady`.
 *
 * @example
 * ```ts
 * const options: ProbeOptions = { timeoutMs: 1_000 };
 * const { ready } = await client.ready(options);
 * ```
 */
export interface ProbeOptions {
  /** Milliseconds. Default 5,000; for `waitUntilReady` the whole wait, default 60,000. */
  readonly timeoutMs?: number | undefined;
  /** Ends the question at once. Default none. */
  readonly signal?: AbortSignal | undefined;
}

export const defaults = {
  timeoutMs: 120_000,
  answerGraceMs: 250,
  maxConcurrency: 32,
  maxQueue: 10_000,
  maxRequestBytes: 10 * 1024 * 1024,
  maxResponseBytes: 32 * 1024 * 1024,
  connectTimeoutMs: 5_000,
  probeTimeoutMs: 5_000,
  waitTimeoutMs: 60_000,
  closeGraceMs: 10_000,
  retry: { maxAttempts: 10, minDelayMs: 100, maxDelayMs: 5_000, readOnly: false, safeStatuses: [] },
} as const;

/** A retry policy with nothing left open; `maxAttempts: 1` is "no retry". */
export interface RetryPolicy {
  readonly maxAttempts: number;
  readonly minDelayMs: number;
  readonly maxDelayMs: number;
  readonly readOnly: boolean;
  readonly safeStatuses: readonly number[];
}

/** An address of a pack service, split as the transport needs it. */
export interface ReplicaAddress {
  /** Without a trailing slash; what outcomes and `stats()` show. */
  readonly url: string;
  readonly origin: string;
  /** `''`, or a path that starts with a slash and does not end with one. */
  readonly pathPrefix: string;
  /** The path of calls, prefix included. */
  readonly invokePath: string;
}

export interface ResolvedOptions {
  readonly replicas: readonly ReplicaAddress[];
  readonly token: Credential;
  readonly authorization: Credential | undefined;
  readonly timeoutMs: number;
  readonly answerGraceMs: number;
  readonly maxConcurrency: number;
  readonly maxQueue: number;
  readonly maxRequestBytes: number;
  readonly maxResponseBytes: number;
  readonly connectTimeoutMs: number;
  readonly retry: RetryPolicy;
  readonly validateInput: boolean;
  readonly index: PackIndex | undefined;
  readonly logger: PackLogger | undefined;
  readonly tls: TlsOptions | undefined;
}
