/**
 * Checks what `fail` is told: a known fault, and only options that this fault heeds, so that none is silently
 * without effect. It plays nothing.
 */
import * as z from 'zod/mini';
import { PackUsageError } from '../../src/errors.js';
import { parse } from '../../src/options/parse.js';
import { type Fault, type FaultOptions, faultNames } from './fault-options.js';

const texts = (what: string) => ({ error: `expected ${what}` });
const text = z.string(texts('text'));

const times = z.optional(
  z.custom<number>((value) => value === Number.POSITIVE_INFINITY || isCount(value), {
    error: 'expected a whole number of at least 1, or Infinity',
  }),
);
const when = z.optional(
  z.custom<NonNullable<FaultOptions['when']>>((value) => typeof value === 'function', {
    error: 'expected a function that says whether a request is meant',
  }),
);
const retryAfter = z.optional(
  z.union([z.literal(false), z.number(), z.string(), z.array(z.string())], {
    error: 'expected a header value, several of them, or false for none',
  }),
);
const status = z.optional(
  z
    .int(texts('a status from 200 to 599'))
    .check(
      z.minimum(200, texts('a status from 200 to 599')),
      z.maximum(599, texts('a status from 200 to 599')),
    ),
);
const answer = {
  status,
  body: z.optional(text),
  headers: z.optional(z.record(z.string(), text, texts('an object of headers'))),
};
const missingEnv = z.optional(z.array(text, texts('an array of names')));

const every = { times, when };

/** What each fault heeds. Those without `when` strike before a request can be seen. */
const schemas: Readonly<Record<Fault, z.ZodMiniType<FaultOptions>>> = {
  refuse: strict({ times }),
  'reset-before-request': strict({ times }),
  'reset-after-request': strict(every),
  'close-after-request': strict(every),
  silence: strict(every),
  'cut-body': strict(every),
  'slow-body': strict(every),
  'not-json': strict({ ...every, ...answer }),
  'wrong-kind': strict(every),
  'unexpected-status': strict({ ...every, ...answer, retryAfter }),
  overloaded: strict({ ...every, retryAfter }),
  draining: strict({ ...every, retryAfter }),
  'missing-env': strict({ ...every, retryAfter, missingEnv }),
  'huge-body': strict(every),
};

/** @throws PackUsageError naming an unknown fault, or each option that it does not take as it is. */
export function assertFault(fault: Fault, options: FaultOptions): void {
  if (!faultNames.includes(fault)) {
    const known = faultNames.join(', ');
    throw new PackUsageError('bad fault', [{ path: 'fault', message: `expected one of ${known}` }]);
  }
  parse(schemas[fault], options, `bad fault ${fault}`);
}

function strict<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? undefined : 'expected an object of fault options',
  });
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;
}
