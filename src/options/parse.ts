/** Runs a zod schema and turns what it finds into one usage error that names each option. */
import type { z } from 'zod';
import { PackUsageError } from '../errors.js';
import { pathText } from '../path-text.js';

/** @throws PackUsageError that begins with `what` and names every problem. */
export function parse<Shape extends z.ZodType>(schema: Shape, value: unknown, what: string): z.output<Shape> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new PackUsageError(
    what,
    parsed.error.issues.flatMap((issue) => flatten(issue, [])),
  );
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
  return [{ path: pathText(path), message: issue.message }];
}
