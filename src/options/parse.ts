/** Runs a zod schema and turns what it finds into one usage error that names each option. */
import type * as z from 'zod/mini';
import { PackUsageError } from '../errors.js';
import { isInstance, ownFields } from '../own-fields.js';
import { pathText } from '../path-text.js';
import { findUnreadable } from '../unreadable.js';

/** Also for options inside options. */
export const plainExpectation = 'expected a plain object, no instance of a class';

/**
 * What the schema makes of an object's own fields; the result inherits nothing either. An instance of a class is
 * refused: a signal or a map in the place of options has no field of its own, and would be taken for no options.
 *
 * @throws PackUsageError that begins with `what` and names every problem.
 */
export function parse<Shape extends z.ZodMiniType>(
  schema: Shape,
  value: unknown,
  what: string,
): z.output<Shape> {
  if (isInstance(value)) throw new PackUsageError(what, [{ path: '', message: plainExpectation }]);
  const parsed = read(schema, value, what);
  if (parsed.success) return ownFields(parsed.data);
  throw new PackUsageError(
    what,
    parsed.error.issues.flatMap((issue) => flatten(issue, [])),
  );
}

/** A getter or a proxy that throws is a caller's mistake like any other. */
function read<Shape extends z.ZodMiniType>(schema: Shape, value: unknown, what: string) {
  try {
    return schema.safeParse(ownFields(value));
  } catch {
    const path = pathText(findUnreadable(value));
    throw new PackUsageError(what, [{ path, message: 'expected a value that can be read' }]);
  }
}

/** zod hides what is wrong inside a union; the branch that got furthest is the one the caller meant. */
function flatten(
  issue: z.core.$ZodIssue,
  above: readonly PropertyKey[],
): { path: string; message: string }[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: pathText([...path, key]), message: 'unknown option' }));
  }
  if (issue.code === 'invalid_union') {
    const deeper = issue.errors.find((branch) =>
      branch.some((inner) => inner.path.length > 0 || inner.code === 'unrecognized_keys'),
    );
    if (deeper !== undefined) return deeper.flatMap((inner) => flatten(inner, path));
  }
  return [{ path: pathText(path), message: isUnsaid(issue) ? plainExpectation : issue.message }];
}

/** No object where one was expected, of which zod without a language says only that it is invalid. */
function isUnsaid(issue: z.core.$ZodIssue): boolean {
  return (
    issue.code === 'invalid_type' && issue.expected === 'object' && !issue.message.startsWith('expected')
  );
}
