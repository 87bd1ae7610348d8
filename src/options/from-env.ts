/** The options that operators set in the environment. */
import { z } from 'zod';
import { parse } from './parse.js';
import { milliseconds } from './schemas.js';
import type { PackClientOptions } from './types.js';

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
