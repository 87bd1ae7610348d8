/** The options that operators set in the environment. */
import { z } from 'zod';
import { PackUsageError } from '../errors.js';
import { parse } from './parse.js';
import { milliseconds } from './schemas.js';
import type { PackClientOptions } from './types.js';

type Env = Readonly<Record<string, string | undefined>>;

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
    ...callTimeout(),
  });
  const read = parseEnv(schema, env);
  return {
    url: read.KINDGI_PACK_SERVICE_URL,
    token: read.KINDGI_PACK_SERVICE_TOKEN,
    ...timeoutOf(read.KINDGI_PACK_CALL_TIMEOUT_MS),
  };
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
    KINDGI_PACK_CALL_TIMEOUT_MS: z
      .string()
      .regex(/^\s*\d+\s*$/, { error: 'expected a whole number of milliseconds' })
      .transform(Number)
      .pipe(milliseconds(1))
      .optional(),
  };
}

/** What is empty counts as not set, as in most programs that a shell starts. */
function parseEnv<Schema extends z.ZodObject>(schema: Schema, env: Env): z.output<Schema> {
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
