/**
 * Every option of a client and of a call: its type and doc comment, its default, and the zod schema that
 * checks it, in that order. Values are checked once, where they come in; inside the library they are trusted.
 * A problem is reported by the option's name and what was expected, never with the value.
 */
import { z } from 'zod';
import { PackUsageError } from './errors.js';
import type { PackLogger } from './observe/logger.js';
import type { PackIndex } from './pack/pack-index.js';
import { pathText } from './path-text.js';

/** A value, or a function that is asked for it before every try. */
export type Credential = string | (() => string | Promise<string>);

/** When and how a refused call is tried again. A call that may have run is not, whatever stands here. */
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

/** TLS of `https:` addresses, as in `node:tls`. */
export interface TlsOptions {
  readonly ca?: string | Uint8Array | readonly (string | Uint8Array)[] | undefined;
  readonly cert?: string | Uint8Array | undefined;
  readonly key?: string | Uint8Array | undefined;
  readonly servername?: string | undefined;
  /** Default true. */
  readonly rejectUnauthorized?: boolean | undefined;
}

export interface PackClientOptions {
  /** One pack service, or all its replicas. `http:` or `https:`; a path prefix is kept. */
  readonly url: string | URL | readonly (string | URL)[];
  /** The pack token (header `kindgi-pack-token`). Surrounding white space is dropped. */
  readonly token: Credential;
  /** For a platform in front: sent as the `authorization` header. */
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
  /** `false`: one try only. */
  readonly retry?: RetryOptions | false | undefined;
  /** With `index`: check a tool's input against its schema before sending. Default false. */
  readonly validateInput?: boolean | undefined;
  /** The pack's index, from `loadPackIndex` or `parsePackIndex`. */
  readonly index?: PackIndex | undefined;
  /** Gets one record per call and per try; pino or anything of its shape. Default silent. */
  readonly logger?: PackLogger | undefined;
  readonly tls?: TlsOptions | undefined;
}

export interface CallOptions {
  /** Milliseconds for this call instead of the client's `timeoutMs`. */
  readonly timeoutMs?: number | undefined;
  /** Ends the call at once, in whatever stage it is. */
  readonly signal?: AbortSignal | undefined;
  /** Sent as `kindgi-request-id`. Default `ctx.requestId`, else a new UUID. */
  readonly requestId?: string | undefined;
  /** W3C trace context, passed on. */
  readonly traceparent?: string | undefined;
  /** Laid over the client's `retry`. */
  readonly retry?: RetryOptions | false | undefined;
}

/** Options of `info`, `health`, `ready` and `waitUntilReady`. */
export interface ProbeOptions {
  /** Milliseconds. Default 5,000; for `waitUntilReady` the whole wait, default 60,000. */
  readonly timeoutMs?: number | undefined;
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

/** Node's timers wrap round beyond this. */
const maxTimerMs = 2 ** 31 - 1;
/** Statuses whose meaning is fixed: they cannot be declared "not delivered". */
const fixedStatuses: readonly number[] = [401, 404, 405, 413, 415, 500];

function whole(min: number, max: number, unit: string) {
  const error = `expected a whole number of ${unit} from ${min} to ${max}`;
  return z.number({ error }).int({ error }).min(min, { error }).max(max, { error });
}

const milliseconds = (min: number) => whole(min, maxTimerMs, 'milliseconds');
const bytes = whole(1, 2 ** 30, 'bytes');
const functionValue = z.custom<() => string | Promise<string>>((value) => typeof value === 'function');

function credential(check: (text: string) => boolean, expected: string) {
  const error = `expected ${expected}, or a function that gives one`;
  const text = z.string({ error }).trim().refine(check, { error });
  return z.union([functionValue, text], { error });
}

const tokenExpectation = 'printable ASCII without spaces';
const authorizationExpectation = 'printable ASCII';

const retrySchema = z.union(
  [
    z.literal(false),
    z
      .strictObject({
        maxAttempts: whole(1, 1_000, 'tries').optional(),
        minDelayMs: milliseconds(0).optional(),
        maxDelayMs: milliseconds(0).optional(),
        readOnly: z.boolean({ error: 'expected true or false' }).optional(),
        safeStatuses: z
          .array(
            whole(300, 599, 'an HTTP status').refine((status) => !fixedStatuses.includes(status), {
              error: `has a fixed meaning; expected a status other than ${fixedStatuses.join(', ')}`,
            }),
            { error: 'expected an array of HTTP statuses' },
          )
          .readonly()
          .optional(),
      })
      .refine(({ minDelayMs = 0, maxDelayMs = Infinity }) => minDelayMs <= maxDelayMs, {
        error: 'expected at least minDelayMs',
        path: ['maxDelayMs'],
      }),
  ],
  { error: 'expected false or an object of retry options' },
);

const bytesOrText = z.union([z.string(), z.custom<Uint8Array>((value) => value instanceof Uint8Array)], {
  error: 'expected PEM text or bytes',
});

const signalSchema = z.custom<AbortSignal>(isSignal, { error: 'expected an AbortSignal' });

const loggerSchema = z.custom<PackLogger>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    ['debug', 'info', 'warn'].every((level) => typeof Reflect.get(value, level) === 'function'),
  { error: 'expected an object with the methods debug, info and warn' },
);

const addressSchema = z.union([z.string(), z.instanceof(URL)], {
  error: 'expected an http: or https: address',
});

const indexSchema = z.custom<PackIndex>((value) => typeof value === 'object' && value !== null, {
  error: 'expected a pack index',
});

const clientSchema = z.strictObject(
  {
    url: z.union([addressSchema, z.array(addressSchema).min(1, { error: 'expected at least one address' })], {
      error: 'expected an http: or https: address, or an array of them',
    }),
    token: credential(isToken, tokenExpectation),
    authorization: credential(isAuthorization, authorizationExpectation).optional(),
    timeoutMs: milliseconds(1).optional(),
    answerGraceMs: milliseconds(0).optional(),
    maxConcurrency: whole(1, 10_000, 'calls').optional(),
    maxQueue: whole(0, 10_000_000, 'calls').optional(),
    maxRequestBytes: bytes.optional(),
    maxResponseBytes: bytes.optional(),
    connectTimeoutMs: milliseconds(1).optional(),
    retry: retrySchema.optional(),
    validateInput: z.boolean({ error: 'expected true or false' }).optional(),
    index: indexSchema.optional(),
    logger: loggerSchema.optional(),
    tls: z
      .strictObject({
        ca: z.union([bytesOrText, z.array(bytesOrText)], { error: 'expected PEM text or bytes' }).optional(),
        cert: bytesOrText.optional(),
        key: bytesOrText.optional(),
        servername: z.string({ error: 'expected a host name' }).optional(),
        rejectUnauthorized: z.boolean({ error: 'expected true or false' }).optional(),
      })
      .optional(),
  },
  { error: unknownKeyOr('expected an object of client options') },
);

const callSchema = z.strictObject({
  timeoutMs: milliseconds(1).optional(),
  signal: signalSchema.optional(),
  requestId: z.string({ error: 'expected a string' }).optional(),
  traceparent: z
    .string({ error: 'expected a string' })
    .regex(/^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}(-[\x21-\x7e]*)?$/, {
      error: 'expected a W3C traceparent (00-<32 hex>-<16 hex>-<2 hex>)',
    })
    .optional(),
  retry: retrySchema.optional(),
});

const probeSchema = z.strictObject({
  timeoutMs: milliseconds(1).optional(),
  signal: signalSchema.optional(),
});

const reconcileSchema = probeSchema.extend({ index: indexSchema.optional() });

const closeSchema = z.strictObject({ graceMs: milliseconds(0).optional() });

/** Does this text fit the pack token header? It has been trimmed. */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

/** Does this text fit the authorization header? It has been trimmed. */
export function isAuthorization(text: string): boolean {
  return /^[\x20-\x7e]+$/.test(text);
}

function isSignal(value: unknown): value is AbortSignal {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'aborted') === 'boolean' &&
    typeof Reflect.get(value, 'addEventListener') === 'function'
  );
}

function unknownKeyOr(expected: string) {
  return (issue: { readonly code?: string }) => (issue.code === 'unrecognized_keys' ? undefined : expected);
}

/**
 * Checks a client's options and fills in the defaults.
 *
 * @throws PackUsageError naming each option that is wrong.
 */
export function resolveClientOptions(options: unknown): ResolvedOptions {
  const given = parse(clientSchema, options, 'bad client options');
  const urls = Array.isArray(given.url) ? given.url : [given.url];
  const replicas = urls.map((url, at) => parseAddress(url, Array.isArray(given.url) ? `url[${at}]` : 'url'));
  const twice = replicas.findIndex(({ url }, at) => replicas.findIndex((other) => other.url === url) !== at);
  if (twice !== -1) throw usage('bad client options', `url[${twice}]`, 'expected each replica once');
  if (given.validateInput === true && given.index === undefined) {
    throw usage('bad client options', 'validateInput', 'expected an index beside it');
  }
  return {
    replicas,
    token: given.token,
    authorization: given.authorization,
    timeoutMs: given.timeoutMs ?? defaults.timeoutMs,
    answerGraceMs: given.answerGraceMs ?? defaults.answerGraceMs,
    maxConcurrency: given.maxConcurrency ?? defaults.maxConcurrency,
    maxQueue: given.maxQueue ?? defaults.maxQueue,
    maxRequestBytes: given.maxRequestBytes ?? defaults.maxRequestBytes,
    maxResponseBytes: given.maxResponseBytes ?? defaults.maxResponseBytes,
    connectTimeoutMs: given.connectTimeoutMs ?? defaults.connectTimeoutMs,
    retry: resolveRetry(given.retry, defaults.retry),
    validateInput: given.validateInput ?? false,
    index: given.index,
    logger: given.logger,
    tls: given.tls,
  };
}

/** Checks the options of one call. */
export function parseCallOptions(options: unknown): CallOptions {
  return parse(callSchema, options, 'bad call options');
}

/** Checks the options of a probe. */
export function parseProbeOptions(options: unknown): ProbeOptions {
  return parse(probeSchema, options, 'bad probe options');
}

/** Checks the options of `reconcile`. */
export function parseReconcileOptions(
  options: unknown,
): ProbeOptions & { readonly index?: PackIndex | undefined } {
  return parse(reconcileSchema, options, 'bad reconcile options');
}

/** Checks the options of `close`; milliseconds of grace. */
export function parseCloseGrace(options: unknown): number {
  return parse(closeSchema, options, 'bad close options').graceMs ?? defaults.closeGraceMs;
}

/** Lays retry options over a policy. */
export function resolveRetry(options: RetryOptions | false | undefined, base: RetryPolicy): RetryPolicy {
  if (options === undefined) return base;
  if (options === false) return { ...base, maxAttempts: 1 };
  const minDelayMs = options.minDelayMs ?? base.minDelayMs;
  return {
    maxAttempts: options.maxAttempts ?? base.maxAttempts,
    minDelayMs,
    maxDelayMs: Math.max(minDelayMs, options.maxDelayMs ?? base.maxDelayMs),
    readOnly: options.readOnly ?? base.readOnly,
    safeStatuses: options.safeStatuses ?? base.safeStatuses,
  };
}

/**
 * The client options that operators set in the environment: `KINDGI_PACK_SERVICE_URL`,
 * `KINDGI_PACK_SERVICE_TOKEN` and `KINDGI_PACK_CALL_TIMEOUT_MS` (milliseconds, default 120,000).
 *
 * @throws PackUsageError naming each variable that is missing or wrong.
 */
export function packClientOptionsFromEnv(
  env: Record<string, string | undefined> = process.env,
): PackClientOptions {
  const text = (name: string) =>
    z.string({ error: `expected ${name}` }).min(1, { error: `expected ${name}` });
  const schema = z.object({
    KINDGI_PACK_SERVICE_URL: text('the address of the pack service'),
    KINDGI_PACK_SERVICE_TOKEN: text('the pack token'),
    KINDGI_PACK_CALL_TIMEOUT_MS: z
      .string()
      .regex(/^\s*\d+\s*$/, { error: 'expected a whole number of milliseconds' })
      .transform(Number)
      .pipe(milliseconds(1))
      .optional(),
  });
  const ownValues = Object.fromEntries(
    Object.keys(schema.shape)
      .filter((name) => Object.hasOwn(env, name) && env[name] !== '')
      .map((name) => [name, env[name]]),
  );
  const read = parse(schema, ownValues, 'bad environment');
  const timeoutMs = read.KINDGI_PACK_CALL_TIMEOUT_MS;
  return {
    url: read.KINDGI_PACK_SERVICE_URL,
    token: read.KINDGI_PACK_SERVICE_TOKEN,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
}

function parseAddress(value: string | URL, path: string): ReplicaAddress {
  const refuse = (message: string) => usage('bad client options', path, message);
  if (typeof value === 'string' && !URL.canParse(value)) throw refuse('expected an http: or https: address');
  const url = new URL(value);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refuse('expected an http: or https: address');
  }
  if (url.username !== '' || url.password !== '') {
    throw refuse('expected no user name or password (use token and authorization)');
  }
  if (url.search !== '' || url.hash !== '') throw refuse('expected no query and no fragment');
  const pathPrefix = url.pathname.replace(/\/+$/, '');
  return {
    url: url.origin + pathPrefix,
    origin: url.origin,
    pathPrefix,
    invokePath: `${pathPrefix}/v1/invoke`,
  };
}

function usage(what: string, path: string, message: string): PackUsageError {
  return new PackUsageError(what, [{ path, message }]);
}

function parse<Shape extends z.ZodType>(schema: Shape, value: unknown, what: string): z.output<Shape> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new PackUsageError(
    what,
    parsed.error.issues.flatMap((issue) => flatten(issue, [])),
  );
}

/** zod hides what is wrong inside a union; the branch that got furthest is the one the caller meant. */
function flatten(
  issue: z.core.$ZodIssue,
  above: readonly PropertyKey[],
): { path: string; message: string }[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: pathText([...path, key]), message: 'unknown option' }));
  }
  if (issue.code === 'invalid_union') {
    const deeper = issue.errors.find((branch) =>
      branch.some((inner) => inner.path.length > 0 || inner.code === 'unrecognized_keys'),
    );
    if (deeper !== undefined) return deeper.flatMap((inner) => flatten(inner, path));
  }
  return [{ path: pathText(path), message: issue.message }];
}
