/**
 * The zod schemas of all options. Values are checked once, where they come in; inside the library they are
 * trusted. Each problem says what was expected, never what was given.
 */
import * as z from 'zod/mini';
import { maxTimerMs } from '../max-timer.js';
import type { PackLogger } from '../observe/logger.js';
import { isInstance, ownFields } from '../own-fields.js';
import type { PackIndex } from '../pack/pack-index.js';
import { idExpectation, isIdSendable } from '../protocol/headers.js';
import { isAuthorization, isToken, maxAuthorizationChars, maxTokenChars } from './credential-text.js';
import { plainExpectation } from './parse.js';

/** Options inside options: by their own fields alone, as `parse` takes those around them. */
function nested<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const own = z.transform((value: unknown, payload) => {
    if (!isInstance(value)) return ownFields(value);
    payload.issues.push({ code: 'custom', message: plainExpectation, input: value });
    return z.NEVER;
  });
  return z.pipe(z.pipe(own, z.strictObject(shape)), z.transform(ownFields));
}

/** Statuses whose meaning is fixed: they cannot be declared "not delivered". */
const fixedStatuses: readonly number[] = [401, 404, 405, 413, 415, 500];

/** A whole number between two limits; `what` names it in the error. */
export function whole(min: number, max: number, what: string) {
  const error = `expected ${what} from ${min} to ${max}`;
  return z.int({ error }).check(z.minimum(min, { error }), z.maximum(max, { error }));
}

/** A whole number of milliseconds that a timer can hold. */
export const milliseconds = (min: number) => whole(min, maxTimerMs, 'a whole number of milliseconds');
const bytes = whole(1, 2 ** 30, 'a whole number of bytes');
const functionValue = z.custom<() => string | Promise<string>>((value) => typeof value === 'function');

function credential(check: (text: string) => boolean, expected: string) {
  const error = `expected ${expected}, or a function that gives one`;
  const text = z.string({ error }).check(z.trim(), z.refine(check, { error }));
  return z.union([functionValue, text], { error });
}

const tokenExpectation = `printable ASCII without spaces, ${maxTokenChars} characters at most`;
const authorizationExpectation = `printable ASCII, ${maxAuthorizationChars} characters at most`;

const trueOrFalse = z.boolean({ error: 'expected true or false' });
const safeStatus = whole(300, 599, 'an HTTP status').check(
  z.refine((status) => !fixedStatuses.includes(status), {
    error: `has a fixed meaning; expected a status other than ${fixedStatuses.join(', ')}`,
  }),
);

const retrySchema = z.union(
  [
    z.literal(false),
    nested({
      maxAttempts: z.optional(whole(1, 1_000, 'a whole number of tries')),
      minDelayMs: z.optional(milliseconds(0)),
      maxDelayMs: z.optional(milliseconds(0)),
      readOnly: z.optional(trueOrFalse),
      safeStatuses: z.optional(
        z.readonly(z.array(safeStatus, { error: 'expected an array of HTTP statuses' })),
      ),
    }).check(
      z.refine(({ minDelayMs = 0, maxDelayMs = Infinity }) => minDelayMs <= maxDelayMs, {
        error: 'expected at least minDelayMs',
        path: ['maxDelayMs'],
      }),
    ),
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

export const clientSchema = z.strictObject(
  {
    url: z.union(
      [
        addressSchema,
        z.array(addressSchema).check(z.minLength(1, { error: 'expected at least one address' })),
      ],
      {
        error: 'expected an http: or https: address, or an array of them',
      },
    ),
    token: credential(isToken, tokenExpectation),
    authorization: z.optional(credential(isAuthorization, authorizationExpectation)),
    timeoutMs: z.optional(milliseconds(1)),
    answerGraceMs: z.optional(milliseconds(0)),
    maxConcurrency: z.optional(whole(1, 10_000, 'a whole number of calls')),
    maxQueue: z.optional(whole(0, 10_000_000, 'a whole number of calls')),
    maxRequestBytes: z.optional(bytes),
    maxResponseBytes: z.optional(bytes),
    connectTimeoutMs: z.optional(milliseconds(1)),
    retry: z.optional(retrySchema),
    validateInput: z.optional(trueOrFalse),
    index: z.optional(indexSchema),
    logger: z.optional(loggerSchema),
    tls: z.optional(
      nested({
        ca: z.optional(z.union([bytesOrText, z.array(bytesOrText)], { error: 'expected PEM text or bytes' })),
        cert: z.optional(bytesOrText),
        key: z.optional(bytesOrText),
        servername: z.optional(z.string({ error: 'expected a host name' })),
        rejectUnauthorized: z.optional(trueOrFalse),
      }),
    ),
  },
  { error: unknownKeyOr('expected an object of client options') },
);

export const callSchema = z.strictObject({
  timeoutMs: z.optional(milliseconds(1)),
  signal: z.optional(signalSchema),
  requestId: z.optional(
    z.string({ error: 'expected a string' }).check(z.refine(isIdSendable, { error: idExpectation })),
  ),
  traceparent: z.optional(
    z.string({ error: 'expected a string' }).check(
      z.regex(/^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}(-[\x21-\x7e]{0,200})?$/, {
        error: 'expected a W3C traceparent (00-<32 hex>-<16 hex>-<2 hex>)',
      }),
    ),
  ),
  retry: z.optional(retrySchema),
});

export const probeSchema = z.strictObject({
  timeoutMs: z.optional(milliseconds(1)),
  signal: z.optional(signalSchema),
});

export const reconcileSchema = z.extend(probeSchema, { index: z.optional(indexSchema) });

export const closeSchema = z.strictObject({ graceMs: z.optional(milliseconds(0)) });

/** A signal of this realm, of another, behind a proxy, or a polyfill; one that cannot be read is none. */
function isSignal(value: unknown): value is AbortSignal {
  if (typeof value !== 'object' || value === null) return false;
  try {
    return (
      typeof Reflect.get(value, 'aborted') === 'boolean' &&
      typeof Reflect.get(value, 'addEventListener') === 'function' &&
      typeof Reflect.get(value, 'removeEventListener') === 'function'
    );
  } catch {
    return false;
  }
}

function unknownKeyOr(expected: string) {
  return (issue: { readonly code?: string }) => (issue.code === 'unrecognized_keys' ? undefined : expected);
}
