/**
 * The one place where the JSON Schema of a tool or check is compiled. Each schema object is compiled once, at
 * its first use, in an instance of its own: two schemas with the same `$id` never meet, and what was compiled
 * goes when the schema goes. A schema that does not compile is an answer (`unusable`), not a throw. It does
 * not check that a schema is well formed beyond what compiling it needs, and it fetches nothing.
 */
import { Ajv, type ErrorObject, type Options } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { ValidationIssue } from '../protocol/messages.js';
import type { JsonSchema } from './pack-index.js';
import { uniqueItems } from './unique-items.js';

/** `unusable`: the schema does not compile, or could not be applied; `reason` may quote the schema. */
type SchemaVerdict =
  | { readonly verdict: 'valid' }
  | { readonly verdict: 'invalid'; readonly issues: readonly ValidationIssue[] }
  | { readonly verdict: 'unusable'; readonly reason: string };

export interface SchemaChecker {
  /** Is the value valid against the schema? Reports the first issue it meets. Never throws. */
  check(schema: JsonSchema, value: unknown): SchemaVerdict;
  /** How many schemas it has compiled or tried to, for tests of the cache. */
  readonly compiled: number;
}

interface SchemaCheckerOptions {
  /** Fill in defaults of missing properties, in the checked value itself. Default false. */
  readonly fillDefaults?: boolean;
}

type Validate = (value: unknown) => readonly ValidationIssue[];
type Compiled = { readonly validate: Validate } | { readonly reason: string };

const valid: SchemaVerdict = { verdict: 'valid' };

/** A checker with a cache of its own. Schemas are draft 2020-12 unless `$schema` states 2019-09, 07 or 06. */
export function createSchemaChecker({ fillDefaults = false }: SchemaCheckerOptions = {}): SchemaChecker {
  const cache = new WeakMap<JsonSchema, Compiled>();
  let compiled = 0;

  const compiledFor = (schema: JsonSchema): Compiled => {
    const known = cache.get(schema);
    if (known !== undefined) return known;
    compiled += 1;
    const made = tryCompile(schema, fillDefaults);
    cache.set(schema, made);
    return made;
  };

  return {
    get compiled() {
      return compiled;
    },
    check(schema, value) {
      const found = compiledFor(schema);
      if ('reason' in found) return { verdict: 'unusable', reason: found.reason };
      try {
        const issues = found.validate(value);
        return issues.length === 0 ? valid : { verdict: 'invalid', issues };
      } catch (cause) {
        // A value nested deeper than the stack, under a recursive schema.
        return { verdict: 'unusable', reason: reasonOf(cause) };
      }
    },
  };
}

function tryCompile(schema: JsonSchema, useDefaults: boolean): Compiled {
  try {
    return { validate: compile(schema, { useDefaults, meta: false }) };
  } catch {
    // Registering the meta-schemas costs more than most schemas do, so only one that fails without them pays.
    try {
      return { validate: compile(schema, { useDefaults, meta: true }) };
    } catch (cause) {
      return { reason: reasonOf(cause) };
    }
  }
}

function compile(schema: JsonSchema, options: Options): Validate {
  const ajv = instanceFor(schema['$schema'], {
    ...options,
    strict: false,
    logger: false,
    validateSchema: false,
    // Otherwise `{}` has the required property `constructor`.
    ownProperties: true,
    // One issue is enough; collecting all of them on a large bad value takes seconds.
    allErrors: false,
  });
  formats.default(ajv);
  // Where Ajv's own stood: of several things that are wrong, the first is told.
  const before = ajv instanceof Ajv2020 ? 'prefixItems' : 'additionalItems';
  ajv.removeKeyword('uniqueItems').addKeyword({ ...uniqueItems, before });
  const validate = ajv.compile(schema);
  if ('$async' in validate) throw new TypeError('an asynchronous schema ($async) cannot be used');
  return (value) => (validate(value) ? [] : (validate.errors ?? []).map(toIssue));
}

function instanceFor(dialect: unknown, options: Options): Ajv | Ajv2019 | Ajv2020 {
  if (typeof dialect !== 'string') return new Ajv2020(options);
  if (/draft-0[67]\b/.test(dialect)) return new Ajv(options);
  return /2019-09/.test(dialect) ? new Ajv2019(options) : new Ajv2020(options);
}

function toIssue({ instancePath, schemaPath, keyword, params, message }: ErrorObject): ValidationIssue {
  return { instancePath, schemaPath, keyword, params, message: message ?? `must satisfy ${keyword}` };
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
