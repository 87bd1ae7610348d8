/** The options that operators set in the environment. */
import * as z from 'zod/mini';
import { PackUsageError } from '../errors.js';
import { parse } from './parse.js';
import { milliseconds } from './schemas.js';
import type { PackClientOptions } from './types.js';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The client options that operators set in the environment: `KINDGI_PACK_SERVICE_URL`,
 * `KINDGI_PACK_SERVICE_TOKEN` and `KINDGI_PACK_CALL_TIMEOUT_MS` (milliseconds, default 120,000). The token is there to
 * read and to spread, but not where the object is inspected or made JSON; in a copy it is.
 *
 * @example
 * ```ts
 * await using client = createPackClient({ ...packClientOptionsFromEnv(), maxConcurrency: 8 });
 * ```
 *
 * @throws PackUsageError naming each variable that is missing or wrong.
 */
export function packClientOptionsFromEnv(
  env: Record<string, string | undefined> = process.env,
): PackClientOptions {
  const text = (name: string) =>
    z.string({ error: `expected ${name}` }).check(z.minLength(1, { error: `expected ${name}` }));
  const schema = z.object({
    KINDGI_PACK_SERVICE_URL: text('the address of the pack service'),
    KINDGI_PACK_SERVICE_TOKEN: text('the pack token'),
    ...callTimeout(),
  });
  const read = parseEnv(schema, env);
  return withHiddenToken(read.KINDGI_PACK_SERVICE_TOKEN, {
    url: read.KINDGI_PACK_SERVICE_URL,
    ...timeoutOf(read.KINDGI_PACK_CALL_TIMEOUT_MS),
  });
}

/** With a space in it, which no token has: whoever makes options of this JSON learns it before the first call. */
const hidden = '(not shown)';

/**
 * The same fields, to read, copy and spread, but the token is in nothing that is printed: inspecting calls no getter,
 * and JSON gets another value. Not enumerable, it would be lost in a copy; as a function, it would be no text to those
 * who compare it. A copy is an ordinary object.
 */
function withHiddenToken(
  token: string,
  rest: Pick<PackClientOptions, 'url' | 'timeoutMs'>,
): PackClientOptions {
  const options = {
    ...rest,
    get token() {
      return token;
    },
  };
  return Object.defineProperty(options, 'toJSON', { value: () => ({ ...rest, token: hidden }) });
}

/**
 * `KINDGI_PACK_CALL_TIMEOUT_MS` alone, for those who have address and token from elsewhere.
 *
 * @throws PackUsageError naming it when it is wrong.
 */
export function callTimeoutFromEnv(env: Env): Pick<PackClientOptions, 'timeoutMs'> {
  return timeoutOf(parseEnv(z.object(callTimeout()), env).KINDGI_PACK_CALL_TIMEOUT_MS);
}

function callTimeout() {
  return {
    KINDGI_PACK_CALL_TIMEOUT_MS: z.optional(
      z.pipe(
        z.pipe(
          z.string().check(z.regex(/^\s*\d+\s*$/, { error: 'expected a whole number of milliseconds' })),
          z.transform(Number),
        ),
        milliseconds(1),
      ),
    ),
  };
}

/** What is empty counts as not set, as in most programs that a shell starts. */
function parseEnv<Schema extends z.ZodMiniObject>(schema: Schema, env: Env): z.output<Schema> {
  if (typeof env !== 'object' || env === null) {
    throw new PackUsageError('bad environment', [{ path: '', message: 'expected an object of variables' }]);
  }
  const ownValues = Object.fromEntries(
    Object.keys(schema.shape)
      .filter((name) => Object.hasOwn(env, name) && env[name] !== '')
      .map((name) => [name, env[name]]),
  );
  return parse(schema, ownValues, 'bad environment');
}

function timeoutOf(timeoutMs: number | undefined): Pick<PackClientOptions, 'timeoutMs'> {
  return timeoutMs === undefined ? {} : { timeoutMs };
}
