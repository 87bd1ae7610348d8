/**
 * Checks what a mocked pack is made of and fills in the defaults, so that a mistake in a test is named where it
 * was made, and not found as an odd answer later.
 */
import * as z from 'zod/mini';
import { PackUsageError } from '../../src/errors.js';
import { parse } from '../../src/options/parse.js';
import { milliseconds, whole } from '../../src/options/schemas.js';
import { isObject } from '../../src/own-fields.js';
import type { PackIndex } from '../../src/pack/pack-index.js';
import { asPackIndex } from '../../src/pack/parse-index.js';
import { findHandlerProblems } from './handler-problems.js';
import { defaultMockToken, type PackOptions, type PackServiceOptions } from './options.js';

/** How many calls at a time a service takes. */
export const concurrencySchema = whole(1, 1_000_000, 'a whole number of calls');
export const switchSchema = z.boolean({ error: 'expected true or false' });

const addressExpectation = { error: 'expected an address' };
const tokenExpectation = { error: 'expected printable ASCII without spaces' };

const packShape = {
  index: z.optional(z.unknown()),
  tools: z._default(
    z.custom<NonNullable<PackOptions['tools']>>(isObject, {
      error: 'expected an object of handlers by tool id',
    }),
    {},
  ),
  checks: z._default(
    z.custom<NonNullable<PackOptions['checks']>>(isObject, {
      error: 'expected an object of handlers by check id',
    }),
    {},
  ),
  token: z._default(
    z.string(tokenExpectation).check(z.trim(), z.regex(/^[\x21-\x7e]+$/, tokenExpectation)),
    defaultMockToken,
  ),
  env: z.optional(
    z.custom<NonNullable<PackOptions['env']>>(isEnvironment, {
      error: 'expected an object of environment names and their texts',
    }),
  ),
  envCheck: z._default(z.enum(['strict', 'warn'], { error: "expected 'strict' or 'warn'" }), 'strict'),
  maxConcurrency: z._default(concurrencySchema, 32),
  ready: z._default(switchSchema, true),
  maxRequestBytes: z._default(whole(1, 2 ** 30, 'a whole number of bytes'), 10 * 1024 * 1024),
  drainMs: z._default(milliseconds(0), 8_000),
};
const packSchema = strict(packShape, 'an object of pack options');
const serviceSchema = strict(
  {
    ...packShape,
    host: z._default(z.string(addressExpectation).check(z.minLength(1, addressExpectation)), '127.0.0.1'),
    port: z._default(whole(0, 65_535, 'a port'), 0),
  },
  'an object of pack service options',
);

type Checked<Shape extends z.ZodMiniType> = Omit<z.output<Shape>, 'index' | 'env'> & {
  readonly index: PackIndex;
  readonly env: PackOptions['env'];
};
export type ResolvedPackOptions = Readonly<Checked<typeof packSchema>>;
export type ResolvedPackServiceOptions = Readonly<Checked<typeof serviceSchema>>;

/** @throws PackUsageError naming each option that cannot be used. */
export function resolvePackOptions(options: PackOptions): ResolvedPackOptions {
  const what = 'bad pack options';
  const { index, env, ...rest } = parse(packSchema, options, what);
  return { ...rest, env, index: checkedIndex(index, rest, what) };
}

/** @throws PackUsageError naming each option that cannot be used. */
export function resolvePackServiceOptions(options: PackServiceOptions): ResolvedPackServiceOptions {
  const what = 'bad pack service options';
  const { index, env, ...rest } = parse(serviceSchema, options, what);
  return { ...rest, env, index: checkedIndex(index, rest, what) };
}

type Handlers = Pick<ResolvedPackOptions, 'tools' | 'checks'>;

function checkedIndex(value: unknown, { tools, checks }: Handlers, what: string): PackIndex {
  const index = parsedIndex(value, what);
  const issues = [...findHandlerProblems('tools', tools), ...findHandlerProblems('checks', checks)];
  if (issues.length > 0) throw new PackUsageError(what, issues);
  return index;
}

function parsedIndex(value: unknown, what: string): PackIndex {
  try {
    return asPackIndex(value);
  } catch (cause) {
    throw cause instanceof PackUsageError ? new PackUsageError(what, cause.issues) : cause;
  }
}

/** The index's required names that are unset or empty in this environment, sorted. */
export function missingEnvOf(index: PackIndex, env: PackOptions['env']): readonly string[] {
  if (env === undefined) return [];
  const isSet = (name: string): boolean => Object.hasOwn(env, name) && (env[name] ?? '') !== '';
  return (index.env?.required ?? []).filter((name) => !isSet(name)).toSorted();
}

function strict<Shape extends z.core.$ZodShape>(shape: Shape, expected: string) {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? undefined : `expected ${expected}`),
  });
}

function isEnvironment(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).every((text) => text === undefined || typeof text === 'string');
}
