/**
 * The part of pino's interface that this library uses, so that pino fits and so does any object of its shape.
 * A logger that throws loses no outcome.
 */

/** A record's fields: names, ids, numbers. Never a token, an input, an output or a service's own words. */
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * What the client's `logger` must be able to do; pino fits as it is. What a method throws is dropped.
 *
 * @example
 * ```ts
 * const logger: PackLogger = {
 *   debug() {},
 *   info: (fields, message) => console.log(message, fields),
 *   warn: (fields, message) => console.warn(message, fields),
 * };
 * ```
 */
export interface PackLogger {
  /** Tries. */
  debug(fields: LogFields, message: string): void;
  /** Calls that ended well, replicas that recovered, limits that were lowered. */
  info(fields: LogFields, message: string): void;
  /** Calls that ended in another way, and what operators should look at. */
  warn(fields: LogFields, message: string): void;
  /** Asked, where it exists, whether a level is written at all: an unwanted record is then never built. */
  isLevelEnabled?(level: string): boolean;
}
