/**
 * The zod schemas of all options. Values are checked once, where they come in; inside the library they are
 * trusted. Each problem says what was expected, never what was given.
 */
import { z } from 'zod';
import type { PackLogger } from '../observe/logger.js';
import { isInstance, ownFields } from '../own-fields.js';
import type { PackIndex } from '../pack/pack-index.js';
import { isAuthorization, isToken } from './credential-text.js';
import { plainExpectation } from './parse.js';

/** Options inside options: by their own fields alone, as `parse` takes those around them. */
function nested<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.preprocess((value, context) => {
    if (!isInstance(value)) return ownFields(value);
    context.addIssue({ code: 'custom', message: plainExpectation });
    return z.NEVER;
  }, z.strictObject(shape).transform(ownFields));
}

/** Node's timers wrap round beyond this. */
const maxTimerMs = 2 ** 31 - 1;
/** Statuses whose meaning is fixed: they cannot be declared "not delivered". */
const fixedStatuses: readonly number[] = [401, 404, 405, 413, 415, 500];

/** A whole number of that unit, between two limits. */
export function whole(min: number, max: number, unit: string) {
  const error = `expected a whole number of ${unit} from ${min} to ${max}`;
  return z.number({ error }).int({ error }).min(min, { error }).max(max, { error });
}

/** A whole number of milliseconds that a timer can hold. */
export const milliseconds = (min: number) => whole(min, maxTimerMs, 'milliseconds');
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
    nested({
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
    }).refine(({ minDelayMs = 0, maxDelayMs = Infinity }) => minDelayMs <= maxDelayMs, {
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

export const clientSchema = z.strictObject(
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
    tls: nested({
      ca: z.union([bytesOrText, z.array(bytesOrText)], { error: 'expected PEM text or bytes' }).optional(),
      cert: bytesOrText.optional(),
      key: bytesOrText.optional(),
      servername: z.string({ error: 'expected a host name' }).optional(),
      rejectUnauthorized: z.boolean({ error: 'expected true or false' }).optional(),
    }).optional(),
  },
  { error: unknownKeyOr('expected an object of client options') },
);

export const callSchema = z.strictObject({
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

export const probeSchema = z.strictObject({
  timeoutMs: milliseconds(1).optional(),
  signal: signalSchema.optional(),
});

export const reconcileSchema = probeSchema.extend({ index: indexSchema.optional() });

export const closeSchema = z.strictObject({ graceMs: milliseconds(0).optional() });

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
