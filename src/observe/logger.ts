/**
 * The part of pino's interface that this library uses, so that pino fits and so does any object of its shape.
 * A logger that throws loses no outcome.
 */

/** A record's fields: names, ids, numbers. Never a token, an input, an output or a service's own words. */
export type LogFields = Readonly<Record<string, unknown>>;

export interface PackLogger {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  /** Asked, where it exists, whether a level is written at all: an unwanted record is then never built. */
  isLevelEnabled?(level: string): boolean;
}
