/**
 * The error for a caller's mistake. It carries no value that the caller passed: a path and an expectation are enough
 * to mend the call. Nothing that happens on the wire is thrown.
 */
import { oneLine } from './one-line.js';

/** One thing that is wrong with what a caller passed. */
export interface UsageIssue {
  /** Where: `ctx.tenantId`, `timeoutMs`, `tools[2].id`; `''` is the whole value. */
  readonly path: string;
  /** What was expected there. Never the value itself. */
  readonly message: string;
}

/** Longer messages are read by nobody; `issues` has the rest. */
const maxIssuesInMessage = 20;
/** Paths may hold keys that come from anybody. */
const maxPathChars = 200;
const maxWhatChars = 2_000;

/**
 * The caller's mistake: bad options, arguments or index. Nothing was sent.
 *
 * @example
 * ```ts
 * try {
 *   createPackClient({ url: 'localhost:8080', token: 'secret' });
 * } catch (error) {
 *   if (error instanceof PackUsageError) for (const { path, message } of error.issues) console.log(path, message);
 * }
 * ```
 */
export class PackUsageError extends TypeError {
  /** Every problem found, in the order of the paths checked. */
  readonly issues: readonly UsageIssue[];

  constructor(what: string, issues: readonly UsageIssue[]) {
    const lines = issues
      .slice(0, maxIssuesInMessage)
      .map(({ path, message }) => (path === '' ? message : `${oneLine(path, maxPathChars)}: ${message}`));
    if (issues.length > maxIssuesInMessage)
      lines.push(`and ${issues.length - maxIssuesInMessage} more in \`issues\``);
    super(`${oneLine(what, maxWhatChars)}: ${lines.join('; ')}`);
    this.name = 'PackUsageError';
    this.issues = issues;
  }
}
