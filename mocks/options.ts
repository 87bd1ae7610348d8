/**
 * What an embedded pack service is started with: handler types, options, defaults, and the check of the options
 * that a mistake would make hard to find. It does not check the index; a pack service takes it as it is.
 */
import { z } from 'zod';
import { PackUsageError } from '../src/errors.js';
import type { PackIndex } from '../src/pack/pack-index.js';
import { pathText } from '../src/path-text.js';
import type { CallContext } from '../src/protocol/messages.js';

/** The token of an embedded pack service that was given none. It protects nothing. */
export const defaultMockToken = 'kindgi-mock-token';

/** What a handler can learn of its call beyond the message. */
export interface CallSurroundings {
  /** Aborts when nobody waits any more; its reason is `'deadline-exceeded'` or `'cancelled'`. */
  readonly signal: AbortSignal;
  /** Request headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The call's own context as it was sent, with its surroundings. */
export type HandlerContext = CallContext & CallSurroundings;

/**
 * Runs a tool: takes the input with defaults filled in, gives the output (`undefined` counts as `null`). What
 * it throws is answered as `handler-throw`. Declare the input's type as the tool's schema promises it.
 */
export type ToolHandler = { run(input: unknown, ctx: HandlerContext): unknown }['run'];

/** Evaluates a check: gives a verdict object with `passed`, or only the boolean; or a promise of it. */
export type CheckHandler = { run(config: unknown, trace: unknown, ctx: CallSurroundings): unknown }['run'];

export interface PackServiceOptions {
  /** What it serves. A tool with a `spec` is left out, since a runtime runs that itself. */
  readonly index: PackIndex;
  /**
   * Handlers by tool id, or by `id@version` where versions differ. An indexed tool without one is answered
   * `handler-shape-invalid`; an `Error` in a handler's place stands for a module that did not load
   * (`handler-import-failed`). Default none.
   */
  readonly tools?: Readonly<Record<string, ToolHandler | Error>> | undefined;
  /** Handlers by check id; otherwise as `tools` (without one: `check-shape-invalid`). Default none. */
  readonly checks?: Readonly<Record<string, CheckHandler | Error>> | undefined;
  /** The pack token that callers must send. Default `defaultMockToken`. */
  readonly token?: string | undefined;
  /**
   * The environment in which the index's `env.required` names are looked up. Default: every one counts as set,
   * so that no machine's own environment decides about a test.
   */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** `strict`: not ready while a required name is unset or empty; `warn`: only told in info. Default `strict`. */
  readonly envCheck?: 'strict' | 'warn' | undefined;
  /** Calls at a time; more are refused as overloaded. Default 32. */
  readonly maxConcurrency?: number | undefined;
  /** Address to listen on. Default `127.0.0.1`. */
  readonly host?: string | undefined;
  /** Port to listen on; 0 takes a free one. Default 0. */
  readonly port?: number | undefined;
  /** False: answers `not ready` until `setReady(true)`. Default true. */
  readonly ready?: boolean | undefined;
  /** Longest request body in bytes. Default 10 MiB. */
  readonly maxRequestBytes?: number | undefined;
  /** Milliseconds that `drain()` waits for calls in flight. Default 8,000. */
  readonly drainMs?: number | undefined;
}

const positive = z.int().min(1);
const scalars = z.object({
  token: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]+$/, 'expected printable ASCII without spaces')
    .default(defaultMockToken),
  envCheck: z.enum(['strict', 'warn']).default('strict'),
  maxConcurrency: positive.default(32),
  host: z.string().min(1).default('127.0.0.1'),
  port: z.int().min(0).max(65_535).default(0),
  ready: z.boolean().default(true),
  maxRequestBytes: positive.default(10 * 1024 * 1024),
  drainMs: z.int().min(0).default(8_000),
});

export interface ResolvedPackServiceOptions extends z.output<typeof scalars> {
  readonly index: PackIndex;
  readonly tools: NonNullable<PackServiceOptions['tools']>;
  readonly checks: NonNullable<PackServiceOptions['checks']>;
  readonly env: PackServiceOptions['env'];
}

/** @throws PackUsageError naming each option that cannot be used. */
export function resolvePackServiceOptions(options: PackServiceOptions): ResolvedPackServiceOptions {
  const read = scalars.safeParse(options);
  if (!read.success) {
    const issues = read.error.issues.map(({ path, message }) => ({ path: pathText(path), message }));
    throw new PackUsageError('bad pack service options', issues);
  }
  const { index, tools = {}, checks = {}, env } = options;
  return { ...read.data, index, tools, checks, env };
}

/** The index's required names that are unset or empty in this environment, sorted. */
export function missingEnvOf(index: PackIndex, env: PackServiceOptions['env']): readonly string[] {
  if (env === undefined) return [];
  const isSet = (name: string): boolean => Object.hasOwn(env, name) && (env[name] ?? '') !== '';
  return (index.env?.required ?? []).filter((name) => !isSet(name)).toSorted();
}
