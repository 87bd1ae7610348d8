/**
 * What a mocked pack is made of, and what an embedded pack service is started with: handler types, options and
 * their defaults. Types only; `resolve-options.ts` checks values. Handler types are those of methods: only so may a
 * handler name the type of its input, where the kit knows no more than `unknown`.
 */
import type { PackIndex } from '../../src/pack/pack-index.js';
import type { CallContext } from '../../src/protocol/messages.js';

/**
 * The token of an embedded pack service that was given none. It protects nothing.
 *
 * @example
 * ```ts
 * const client = createPackClient({ url: 'http://127.0.0.1:4000', token: defaultMockToken });
 * ```
 */
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
 *
 * @example
 * ```ts
 * const greet: ToolHandler = (input: { name: string }, ctx) => `hello ${input.name} of ${ctx.tenantId}`;
 * ```
 */
export type ToolHandler = { run(input: unknown, ctx: HandlerContext): unknown }['run'];

/**
 * Evaluates a check: gives a verdict object with `passed`, or only the boolean; or a promise of it.
 *
 * @example
 * ```ts
 * const short: CheckHandler = (config: { max: number }, trace: { output: string }) => trace.output.length <= config.max;
 * ```
 */
export type CheckHandler = { run(config: unknown, trace: unknown, ctx: CallSurroundings): unknown }['run'];

/** A pack and how it is served, whatever carries its requests. */
export interface PackOptions {
  /** What it serves; checked as `parsePackIndex` does. A tool with a `spec` is left out, since a runtime runs that itself. */
  readonly index: PackIndex;
  /**
   * Handlers by tool id, or by `id@version` where versions differ. An indexed tool without one is answered
   * `handler-shape-invalid`; an `Error` in a handler's place stands for a module that did not load
   * (`handler-import-failed`). Default none. A handler that fits no indexed tool stays unused; the answer of a tool
   * without one names it, since it may be misspelt. For `sampleIndex`: `sampleTools`.
   */
  readonly tools?: Readonly<Record<string, ToolHandler | Error>> | undefined;
  /**
   * Handlers by check id; otherwise as `tools` (without one: `check-shape-invalid`). Default none. For
   * `sampleIndex`: `sampleChecks`.
   */
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
  /** False: answers `not ready` until `setReady(true)`. Default true. */
  readonly ready?: boolean | undefined;
  /** Longest request body in bytes. Default 10 MiB. */
  readonly maxRequestBytes?: number | undefined;
  /** Milliseconds that `drain()` waits for calls in flight. Default 8,000. */
  readonly drainMs?: number | undefined;
}

/**
 * What `startPackService` takes.
 *
 * @example
 * ```ts
 * const options: PackServiceOptions = {
 *   index: anIndex({ tools: ['me.greet'], env: { required: ['ME_KEY'] } }),
 *   tools: { 'me.greet': (input: { name: string }) => `hello ${input.name}` },
 *   env: { ME_KEY: 'set' },
 *   maxConcurrency: 2,
 * };
 * ```
 */
export interface PackServiceOptions extends PackOptions {
  /** Address to listen on. Default `127.0.0.1`. */
  readonly host?: string | undefined;
  /** Port to listen on; 0 takes a free one. Default 0. */
  readonly port?: number | undefined;
}
